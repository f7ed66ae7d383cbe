"""Players and games on a running server, through the client that openapi-python-client generated."""

import random
import uuid

from ikibuguzo_client import AuthenticatedClient, Client
from ikibuguzo_client.api.commands import commands_send
from ikibuguzo_client.api.games import games_create, games_join, games_show
from ikibuguzo_client.api.players import players_create, players_me
from ikibuguzo_client.models import (
    Ack,
    ActCommand,
    ArrangeCommand,
    Credentials,
    CurrentPlayer,
    FirstTurn,
    GameView,
    NewGame,
    Ruleset,
    SeatAssignment,
    Snapshot,
    State,
)


def expect(kind, answer):
    """The answer, which must be of this type: a `Problem` is not."""
    assert isinstance(answer, kind), f"{kind.__name__} expected: {answer}"
    return answer


def command_id() -> str:
    return uuid.uuid4().hex


def new_player(url: str) -> AuthenticatedClient:
    created = expect(Credentials, players_create.sync(client=Client(base_url=url)))
    player = AuthenticatedClient(base_url=url, token=created.token)
    assert expect(CurrentPlayer, players_me.sync(client=player)).name == created.name
    return player


def new_game(south: AuthenticatedClient, north: AuthenticatedClient, rules: Ruleset) -> str:
    """A game between two players, with the first one in South's seat."""
    new = NewGame(id=command_id(), rules=rules, starts=FirstTurn.ME, public=True, clock="fischer:300+5")
    seat = expect(SeatAssignment, games_create.sync(client=south, body=new))
    other = expect(SeatAssignment, games_join.sync(client=north, game=seat.game))
    assert (seat.seat.value, other.seat.value, other.game) == ("south", "north", seat.game)
    return seat.game


def snapshot(player: AuthenticatedClient, game: str) -> Snapshot:
    return expect(Snapshot, games_show.sync(client=player, game=game))


def view(player: AuthenticatedClient, game: str) -> GameView:
    return expect(GameView, snapshot(player, game).view)


def arrange(player: AuthenticatedClient, game: str) -> None:
    array = view(player, game).arrays_offered[0]
    expect(Ack, commands_send.sync(client=player, body=ArrangeCommand(id=command_id(), game=game, array=array)))


def act(players: dict[str, AuthenticatedClient], game: str, chance: random.Random) -> State:
    """Plays a random legal action, and returns the state of the game after it."""
    player = players[view(players["south"], game).position.to_move.value]
    # Only the owner of a store sees whether it may be entered.
    seen = snapshot(player, game)
    action = chance.choice(seen.view.position.legal)
    body = ActCommand(id=command_id(), game=game, after=seen.seq, action=action)
    expect(Ack, commands_send.sync(client=player, body=body))
    return view(player, game).state
