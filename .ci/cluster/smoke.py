"""Plays a game through the proxy of docs/examples/cluster.sh, which runs this, while a node is killed.

Each player acts over HTTP and follows the game over a stream of its own. After some moves, the node with most streams is
killed with SIGKILL, and the players go on. In the end the log has every acknowledged move, once. The proxy hides the
paths of operators, and no visitor can forge an address.

The nodes must run with IKIBUGUZO_REQUESTS_PER_SECOND=10, so that a limit is reached quickly.
"""

import http.client
import itertools
import json
import os
import random
import signal
import threading
import time
from urllib.parse import urlsplit

PROXY = urlsplit(os.environ["IKIBUGUZO_SERVER"]).netloc
NODES = dict(node.split("=", 1) for node in os.environ["IKIBUGUZO_CLUSTER_NODES"].split())

# The game is the same each time, and is not over after these moves.
CHANCE = random.Random(1)
MOVES = 24
MOVES_BEFORE_KILL = 10
# Longest wait for an answer or an event, in seconds, with all attempts. After a kill a player plays again much sooner.
PATIENCE = 60
# A guest counts as ten requests, and a node allows 100 at once: three nodes are exhausted after about 30.
MAX_GUESTS = 100
# Delays before the attempts to connect again, in seconds: random between both ends. The last one repeats.
DELAYS = [(0.1, 0.6), (0.3, 1.0), (1.0, 2.0)]


def delays():
    """A random delay for each attempt, without an end."""
    for attempt in itertools.count():
        yield random.uniform(*DELAYS[min(attempt, len(DELAYS) - 1)])


def connect(address, host=PROXY):
    """A connection from this loopback address. Only 127.0.0.1, from where nginx connects, is a trusted proxy."""
    return http.client.HTTPConnection(host, timeout=PATIENCE, source_address=(address, 0))


def ask_once(address, method, path, body=None, headers=None, host=PROXY):
    """One request. Returns the status and the body."""
    connection = connect(address, host)
    try:
        headers = dict(headers or {})
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def ask(address, method, path, body=None, headers=None):
    """The parsed answer. A request that fails for a while is sent again unchanged, with the same id."""
    until, why = time.monotonic() + PATIENCE, None
    for delay in delays():
        try:
            status, text = ask_once(address, method, path, body, headers)
            if status in (200, 201):
                return json.loads(text)
            assert status in (502, 503, 504), f"{method} {path}: {status} {text}"
            why = f"{status} {text}"
        except (OSError, http.client.HTTPException) as error:
            why = repr(error)
        assert time.monotonic() + delay < until, f"{method} {path}: {why}"
        time.sleep(delay)


class Player:
    """A guest, and the stream of its game."""

    def __init__(self, address):
        self.address = address
        self.headers = {"Authorization": "Bearer " + self.ask("POST", "/api/players")["token"]}
        self.events = []
        self.changed = threading.Condition()
        self.streams = 0

    def ask(self, method, path, body=None):
        return ask(self.address, method, path, body, getattr(self, "headers", None))

    def follow(self, game):
        """Starts to follow a game."""
        self.game = game
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self):
        waits = delays()
        while not self.events or self.events[-1]["kind"] != "ended":
            if self._read_stream():
                waits = delays()
            time.sleep(next(waits))

    def _read_stream(self):
        """Reads a stream to its end, from the last known event on. Returns whether it has begun."""
        connection, has_begun = connect(self.address), False
        # The server writes to a silent stream every 25 seconds.
        connection.timeout = 30
        try:
            since = self.events[-1]["seq"] if self.events else 0
            headers = {**self.headers, "Accept": "application/x-ndjson"}
            connection.request("GET", f"/api/games/{self.game}/events?since={since}", headers=headers)
            answer = connection.getresponse()
            for line in answer if answer.status == 200 else ():
                message = json.loads(line) if line.strip() else {}
                if message.get("type") == "game":
                    has_begun = True
                    self.streams += 1
                elif message.get("type") == "event":
                    self._take(message)
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
            pass
        finally:
            connection.close()
        return has_begun

    def _take(self, event):
        with self.changed:
            expected = self.events[-1]["seq"] + 1 if self.events else 1
            # A gap or a repeat would be an error of the server: the main thread finds it at the end.
            event["is_next"] = event["seq"] == expected
            self.events.append(event)
            self.changed.notify_all()

    def wait_for(self, seq):
        """Waits until this player has the event, and returns it."""

        def find():
            return next((event for event in self.events if event["seq"] == seq), None)

        with self.changed:
            event = self.changed.wait_for(find, PATIENCE)
        assert event, f"event {seq} did not come; the last one is {self.events[-1]['seq'] if self.events else 0}"
        return event

    def act(self, position, after):
        """Plays a random legal action. Returns the number of its event."""
        action = CHANCE.choice(position["legal"])
        command = {"type": "act", "game": self.game, "id": new_id(), "after": after, "action": action}
        return self.ask("POST", "/api/commands", command)["seq"], action


def new_id():
    return f"{random.getrandbits(96):024x}"


def kill_busiest_node():
    """Kills the node with most sockets and streams, and returns how many it had."""

    def sockets(node):
        _, text = ask_once("127.0.0.1", "GET", "/metrics", host=urlsplit(NODES[node]).netloc)
        return int(next(line for line in text.splitlines() if line.startswith("ikibuguzo_sockets ")).split()[1])

    counts = {node: sockets(node) for node in NODES}
    busiest = max(counts, key=counts.get)
    os.kill(int(busiest), signal.SIGKILL)
    return counts[busiest]


def play():
    """Plays a game while a node is killed, and compares everything with the log."""
    players = {"south": Player("127.0.0.2"), "north": Player("127.0.0.3")}
    south, north = players.values()
    new_game = {"id": new_id(), "rules": "kubuguza", "starts": "me", "public": True, "clock": "fischer:300+5"}
    game = south.ask("POST", "/api/games", new_game)["game"]
    assert north.ask("POST", f"/api/games/{game}/join")["seat"] == "north"
    for player in players.values():
        player.follow(game)

    newest = {seat: next_position(player, 1) for seat, player in players.items()}
    acknowledged, killed_at = {}, None
    for move in range(MOVES):
        event = newest["south"]
        seat = event["position"]["to_move"]
        if seat is None:
            break
        if move == MOVES_BEFORE_KILL:
            assert kill_busiest_node() > 0, "no node had a stream"
            killed_at = time.monotonic()
        seq, action = players[seat].act(event["position"], event["seq"])
        acknowledged[seq] = (seat, action)
        newest = {seat: player.wait_for(seq) for seat, player in players.items()}
        if move == MOVES_BEFORE_KILL:
            print(f"{time.monotonic() - killed_at:.2f} s after the kill both players had the next move")
    assert killed_at, "the game was over before the kill"
    command = {"type": "resign", "game": game, "id": new_id()}
    if newest["south"]["position"]["to_move"]:
        south.ask("POST", "/api/commands", command)

    log = south.ask("GET", f"/api/games/{game}/events")["events"]
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1)), "the log has a gap"
    acted = {event["seq"]: (event["seat"], event["action"]) for event in log if event["kind"] == "acted"}
    assert acted == acknowledged, f"{acted} in the log, {acknowledged} acknowledged"
    assert log[-1]["kind"] == "ended", log[-1]
    for player in players.values():
        player.wait_for(len(log))
        assert all(event["is_next"] for event in player.events), "a stream had a gap or a repeat"
    assert any(player.streams > 1 for player in players.values()), "the kill has ended no stream"
    print(f"{len(acknowledged)} moves are acknowledged, and in the log")


def next_position(player, seq):
    """The first event with a position from this number on."""
    while "position" not in (event := player.wait_for(seq)):
        seq += 1
    return event


def check_hidden_paths():
    for path in ("/metrics", "/healthz", "/readyz", "//metrics", "/%6detrics"):
        status, _ = ask_once("127.0.0.4", "GET", path)
        assert status == 404, f"{path}: {status}"


def check_addresses():
    """A visitor who names another address in each request reaches the limit of its own, and nobody else does."""
    for attempt in range(MAX_GUESTS):
        forged = f"198.51.100.{attempt}"
        headers = {"X-Forwarded-For": forged, "Forwarded": f"for={forged}", "X-Real-IP": forged}
        if (status := ask_once("127.0.0.5", "POST", "/api/players", headers=headers)[0]) == 429:
            break
        assert status == 201, status
    else:
        raise AssertionError(f"{MAX_GUESTS} guests were created for one address")
    status, text = ask_once("127.0.0.6", "POST", "/api/players")
    assert status == 201, f"another visitor: {status} {text}"
    print(f"a visitor with forged addresses reached its limit after {attempt} guests")


if __name__ == "__main__":
    check_hidden_paths()
    check_addresses()
    play()
