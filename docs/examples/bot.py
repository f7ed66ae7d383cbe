#!/usr/bin/env python3
"""A bot for ikibuguzo: accepts every invitation, and plays the action that captures most.

    python3 bot.py http://127.0.0.1:7878

It needs nothing but Python 3.9, and uses only what docs/PROTOCOL.md describes.
"""
import json, random, sys, time, urllib.error, urllib.request

SERVER, TOKEN = sys.argv[1].rstrip("/"), None


def request(method, path, body=None):
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {TOKEN}"} if TOKEN else {})}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers, method=method), timeout=90)


def call(method, path, body=None):
    with request(method, path, body) as response:
        return json.load(response)


def command(kind, game, answers, **fields):
    """Sends a command. Its id follows from the event that it answers: sent twice, it has one effect."""
    call("POST", "/api/commands", {"type": kind, "game": game, "id": f"{kind}-{answers}", **fields})


def play(game):
    """Arranges or acts, if the game waits for this player."""
    now = call("GET", f"/api/games/{game}")
    view, seat = now["view"], now["role"]
    if view.get("arrays_offered"):
        command("arrange", game, now["seq"], array=random.choice(view["arrays_offered"]))
    elif view["position"] and view["position"]["to_move"] == seat:
        previews = call("GET", f"/api/games/{game}/plies/last")["previews"]
        best = max(previews, key=lambda preview: (preview["captured"], random.random()))
        command("act", game, now["seq"], after=now["seq"], action=best["action"])


def take(message):
    """Takes a message of the stream of everything that concerns this player."""
    for game in message.get("games", []):
        play(game["game"])
    invitations = [message] if message.get("kind") == "invited" else message.get("invitations", [])
    for game in invitations:
        call("POST", f"/api/games/{game['game']}/join")
    if message.get("kind") in ("started", "my_turn"):
        play(message["game"])
    if message.get("kind") == "offered":
        accept = message["offer"] != "draw"
        command(f"answer_{message['offer']}", message["game"], message["seq"], offer=message["seq"], accept=accept)


player = call("POST", "/api/players")
TOKEN = player["token"]
call("PUT", "/api/players/me/bot")
print(player["name"], flush=True)
while True:
    try:
        with request("GET", "/api/stream") as lines:
            for line in filter(str.strip, (raw.decode() for raw in lines)):
                try:
                    take(json.loads(line))
                except urllib.error.HTTPError as error:
                    print(error.read().decode(), file=sys.stderr)
    except OSError as error:
        print(error, file=sys.stderr)
    time.sleep(random.uniform(0.5, 2))
