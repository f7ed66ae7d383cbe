#!/usr/bin/env python3
"""A bot for ikibuguzo: accepts every invitation, and plays the action that captures most.

    python3 bot.py http://127.0.0.1:7878          # waits for invitations
    python3 bot.py http://127.0.0.1:7878 bot:1    # also begins a game against bot:1, or a player of this name

It needs nothing but Python 3.9. docs/QUICKSTART.md explains the requests, docs/REFERENCE.md has them all."""
import json, random, sys, time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVER, HEADERS = sys.argv[1].rstrip("/"), {"Content-Type": "application/json"}

def call(method, path, body=None, read=json.load):
    data = json.dumps(body).encode() if body else None
    with urlopen(Request(SERVER + path, data, HEADERS, method=method), timeout=90) as response:
        return read(response)

def command(kind, game, seq, fields):
    """Sends a command. Its id follows from the event that it answers: sent twice, it has one effect."""
    call("POST", "/api/commands", {"type": kind, "game": game, "id": f"{kind}-{seq}", **fields})

def play(game):
    """Arranges or acts, if the game waits for this player."""
    now = call("GET", f"/api/games/{game}")
    view, seq = now["view"], now["seq"]
    if view.get("arrays_offered"):
        command("arrange", game, seq, {"array": random.choice(view["arrays_offered"])})
    elif view["position"] and view["position"]["to_move"] == now["role"]:
        previews = call("GET", f"/api/games/{game}/plies/last")["previews"]
        best = max(previews, key=lambda preview: (preview["captured"], random.random()))
        command("act", game, seq, {"after": seq, "action": best["action"]})

def tasks(message):
    """What a message of the stream asks for: functions with their arguments."""
    kind = message.get("kind")
    for waiting in [message] if kind == "my_turn" else message.get("games", []):
        yield play, waiting["game"]
    for invitation in [message] if kind == "invited" else message.get("invitations", []):
        yield call, "POST", f"/api/games/{invitation['game']}/join"
    if kind == "ended":
        winner, reason = (message["outcome"][field] for field in ("winner", "reason"))
        yield print, f"{message['game']}: won by {winner or 'nobody'}, {reason}"
    if kind == "offered":
        seq, offer = message["seq"], message["offer"]
        yield command, f"answer_{offer}", message["game"], seq, {"offer": seq, "accept": offer != "draw"}

def follow(stream):
    for line in filter(bytes.strip, stream):
        for do, *arguments in tasks(json.loads(line)):
            try:
                do(*arguments)
            except HTTPError as error:  # It concerns one game. The others go on.
                print(error.read().decode(), file=sys.stderr)

player = call("POST", "/api/players")
HEADERS["Authorization"] = f"Bearer {player['token']}"
call("PUT", "/api/players/me/bot")
print(player["name"], flush=True)
if len(sys.argv) > 2:
    new = {"id": f"game-{random.getrandbits(64)}", "rules": "kubuguza", "public": True, "opponent": sys.argv[2]}
    call("POST", "/api/games", new)
while True:
    try:
        call("GET", "/api/stream", read=follow)
    except OSError as error:
        print(error, file=sys.stderr)
    time.sleep(random.uniform(0.5, 2))
