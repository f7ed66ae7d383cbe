"""Fills a server with players, games and tokens, and writes a request of each operation that needs some of them.

    seed.py URL TOKEN_FILE EXAMPLES_FILE

The examples are JSON: by the id of an operation, the values of its parameters and its body.
"""

import json
import random
import sys
from pathlib import Path

from ikibuguzo_client import Client
from ikibuguzo_client.api.games import games_create
from ikibuguzo_client.api.players import players_claim, players_me
from ikibuguzo_client.api.tokens import tokens_create, tokens_list
from ikibuguzo_client.api.tournaments import tournaments_create
from ikibuguzo_client.models import (
    Credentials,
    CurrentPlayer,
    NameClaim,
    NewGame,
    NewTournament,
    Ruleset,
    SeatAssignment,
    SignIn,
    State,
    TokenList,
    TournamentSummary,
)
from seats import act, command_id, expect, new_game, new_player

# The keys of a browser, from the example in RFC 8291.
PUSH_KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
# A game that was played against a computer player without a server.
OFFLINE_RECORD = '[Rules "kubuguza"]\n[South "player"]\n[North "computer-1"]\n\n1. M m\nnorth\n'
NAME, PASSPHRASE = "Umusambi", "four words and a comma"


def main(url: str, token_file: str, examples_file: str) -> None:
    chance = random.Random(2)
    player, opponent = new_player(url), new_player(url)
    finished = new_game(player, opponent, Ruleset.KUBUGUZA)
    players = {"south": player, "north": opponent}
    while act(players, finished, chance) != State.FINISHED:
        pass
    running = new_game(player, opponent, Ruleset.KUBUGUZA)
    act(players, running, chance)
    new = NewGame(id=command_id(), rules=Ruleset.KUBUGUZA, public=True, clock="none")
    free = expect(SeatAssignment, games_create.sync(client=opponent, body=new)).game
    other_name = expect(CurrentPlayer, players_me.sync(client=opponent)).name

    examples = {name: {"game": [finished, running]} for name in ("games_show", "games_events", "games_clock", "games_record")}
    examples |= {
        "games_ply": {"game": [finished, running], "ply": ["0", "1", "last"]},
        "games_join": {"game": [free]},
        "games_oembed": {"url": [f"{url}/game/{finished}"], "format": ["json"]},
        "players_show": {"name": [NAME]},
        "players_against": {"name": [NAME], "opponent": [other_name]},
        "push_subscribe": {"body": {"endpoint": "https://push.example.org/1", "keys": PUSH_KEYS, "kinds": ["my_turn"]}},
        "reports_create": {"body": {"player": other_name, "reason": "other"}},
        "blocks_add": {"name": [other_name]},
        "blocks_remove": {"name": [other_name]},
        "players_rating_history": {"name": [NAME], "pool": ["kubuguza"]},
        "leaderboards_show": {"pool": ["kubuguza", "azigo-correspondence"]},
        "positions_show": {"game": [finished], "ply": [1]},
        "positions_actions": {"game": [finished], "ply": [0], "play": ["O"]},
        "positions_analysis": {"game": [finished], "ply": [1]},
        "games_keep_offline": {"body": {"record": OFFLINE_RECORD}},
        "games_analyse": {"game": [finished]},
        "games_analysis": {"game": [finished]},
        "tokens_revoke": {"token": spare_tokens(url, player)},
        "tokens_create": {"body": SignIn(name=NAME, passphrase=PASSPHRASE).to_dict()},
        "players_claim": {"body": NameClaim(name=NAME, passphrase=PASSPHRASE, current=PASSPHRASE).to_dict()},
        "commands_send": {"body": {"type": "say", "id": command_id(), "game": running, "text": "Muraho!"}},
    }
    with_tournament = {"tournament": [new_tournament(player)]}
    examples |= {f"tournaments_{name}": with_tournament for name in ("show", "enter", "withdraw")}
    Path(token_file).write_text(player.token)
    Path(examples_file).write_text(json.dumps(examples))


def new_tournament(maker) -> str:
    """A tournament that waits for players."""
    new = NewTournament(id=command_id(), rules=Ruleset.KUBUGUZA, clock="days:1", places=4)
    return expect(TournamentSummary, tournaments_create.sync(client=maker, body=new)).tournament


def spare_tokens(url: str, player) -> list[str]:
    """The public ids of tokens of the player that may be revoked: the player's own is not one of them."""
    claim = NameClaim(name=NAME, passphrase=PASSPHRASE)
    expect(CurrentPlayer, players_claim.sync(client=player, body=claim))
    for _ in range(2):
        sign_in = SignIn(name=NAME, passphrase=PASSPHRASE)
        expect(Credentials, tokens_create.sync(client=Client(base_url=url), body=sign_in))
    tokens = expect(TokenList, tokens_list.sync(client=player)).tokens
    return [token.token for token in tokens if not token.current]


if __name__ == "__main__":
    main(*sys.argv[1:])
