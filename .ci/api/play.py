"""Plays a whole game with the client that openapi-python-client generated, and looks at it in every form.

    play.py URL
"""

import random
import sys

from ikibuguzo_client.api.games import games_clock, games_events, games_ply, games_record, games_search
from ikibuguzo_client.models import (
    ActedEvent,
    CreatedEvent,
    ClockReport,
    EndedEvent,
    EventPage,
    GameList,
    PlyView,
    RevealedEvent,
    Ruleset,
    Seat,
    SeatedEvent,
    State,
    StateFilter,
)
from seats import act, arrange, expect, new_game, new_player, view

MAX_ACTIONS = 5_000


def main(url: str) -> None:
    chance = random.Random(1)
    players = {"south": new_player(url), "north": new_player(url)}
    game = new_game(players["south"], players["north"], Ruleset.IKIBUGUZOCHOICE)
    for player in players.values():
        arrange(player, game)
    actions, state = 0, State.PLAYING
    while state == State.PLAYING and actions < MAX_ACTIONS:
        state, actions = act(players, game, chance), actions + 1
    assert state == State.FINISHED, state

    outcome = view(players["south"], game).outcome
    page = expect(EventPage, games_events.sync(client=players["south"], game=game))
    kinds = [type(event) for event in page.events]
    assert kinds[:3] == [CreatedEvent, SeatedEvent, SeatedEvent] and RevealedEvent in kinds, kinds[:6]
    assert [event.seq for event in page.events] == list(range(1, page.head + 1))
    assert kinds.count(ActedEvent) == actions
    ended = expect(EndedEvent, page.events[-1])
    assert (ended.winner, ended.reason) == (outcome.winner, outcome.reason)

    last = expect(PlyView, games_ply.sync(client=players["south"], game=game, ply="last"))
    assert last.plies == actions and last.position.to_move is None
    acted = [event for event in page.events if isinstance(event, ActedEvent)]
    assert acted[-1].position.holes == last.position.holes
    bills = expect(ClockReport, games_clock.sync(client=players["south"], game=game)).bills
    assert [bill.seat for bill in bills] == [Seat(event.seat) for event in acted]
    assert expect(str, games_record.sync(client=players["south"], game=game)).startswith("[")
    found = expect(GameList, games_search.sync(client=players["south"], state=StateFilter.FINISHED, limit=200))
    assert game in [summary.game for summary in found.games]
    print(f"a game of {actions} actions: {ended.winner.value if ended.winner else 'draw'} by {ended.reason.value}")


if __name__ == "__main__":
    main(sys.argv[1])
