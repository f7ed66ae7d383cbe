"""Compares the rounds of `swiss_rounds` with those of py4swiss (`pip install py4swiss==0.3.1`), the Dutch system of FIDE.

    cargo run --release -p ikibuguzo-tournament --example swiss_rounds -- 5000 24 6 | python3 compare_swiss.py

Both pair each round from the same history. What they decide is compared, the most important first: who rests, by points;
how many pairings lie within the highest groups of points; how many pairings are of two who want the same seat.
"""

import sys
from collections import Counter

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

ROUNDS = 20
PLAYED = {2: ResultToken.WIN, 1: ResultToken.DRAW, 0: ResultToken.LOSS}


class Player:
    def __init__(self, number):
        self.number, self.points, self.results = number, 0, []

    def add(self, opponent, color, result, points):
        self.points += points
        self.results.append(RoundResult(id=opponent, color=color, result=result))

    def section(self):
        return PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=self.number + 1,
            points_times_ten=5 * self.points,
            rank=self.number + 1,
            results=list(self.results),
        )

    def wish(self):
        colors = [it.color for it in self.results if it.result.is_played()]
        if not colors:
            return None, 0
        surplus = colors.count(ColorToken.WHITE) - colors.count(ColorToken.BLACK)
        south = surplus < 0 or surplus == 0 and colors[-1] == ColorToken.BLACK
        twice = len(colors) > 1 and colors[-1] == colors[-2]
        return south, 3 if abs(surplus) > 1 or twice else 1 + (surplus != 0)


def reference(players, present):
    absent = {player.number + 1 for player in players if player.number not in present}
    trf = ParsedTrf(
        player_sections=[player.section() for player in players],
        x_section=XSection(number_of_rounds=ROUNDS, zeroed_ids=absent),
    )
    return [(it.white - 1, it.black - 1) for it in DutchEngine.generate_pairings(trf)]


def worth(players, present, pairs):
    """What a round decides: the points of who rests, pairings within the highest groups, and clashes of seats."""
    points = lambda number: players[number].points
    games = [pair for pair in pairs if min(pair) >= 0]
    rest = [points(max(pair)) for pair in pairs if min(pair) < 0]
    scores = sorted({points(number) for number in present}, reverse=True)
    groups = tuple(sum(min(map(points, pair)) >= score for pair in games) for score in scores)
    wishes = [[players[number].wish() for number in pair] for pair in games]
    clash = lambda least: sum(a[0] == b[0] and min(a[1], b[1]) >= least for a, b in wishes)
    return rest, groups, (clash(3), clash(1), clash(2))


def play(players, present, pairings, bye):
    for south, north, points in pairings:
        for number, opponent, color, gained in ((south, north, "w", points[0]), (north, south, "b", points[1])):
            players[number].add(opponent + 1, ColorToken(color), PLAYED[gained], gained)
    for player in players:
        if player.number == bye:
            player.add(0, ColorToken.BYE_OR_NOT_PAIRED, ResultToken.PAIRING_ALLOCATED_BYE, 2)
        elif player.number not in present:
            player.add(0, ColorToken.BYE_OR_NOT_PAIRED, ResultToken.ZERO_POINT_BYE, 0)


def compare(players, present, pairings, bye):
    ours = [(south, north) for south, north, _ in pairings] + ([(bye, -1)] if bye is not None else [])
    try:
        theirs = reference(players, present)
    except PairingError:
        return ["no round of the reference"]
    mine, other = worth(players, present, ours), worth(players, present, theirs)
    kinds = ["the same pairings" if {frozenset(p) for p in ours} == {frozenset(p) for p in theirs} else "other pairings"]
    signs = ["equal" if a == b else "higher" if a > b else "lower" for a, b in zip(mine, other)]
    kinds.append("rest {}, groups {}, clashes {}".format(*signs))
    return kinds


def main():
    counts, tournaments, players = Counter(), 0, []
    for line in sys.stdin:
        kind, first, *rest = line.split(" ")
        if kind == "players":
            tournaments += 1
            players = [Player(number) for number in range(int(first))]
            continue
        present = {int(number) for number in first.split(",")}
        pairings = []
        for text in rest[0].split(","):
            seats, points = text.split(":")
            pairings.append((*map(int, seats.split("-")), tuple(map(int, points.split("-")))))
        bye = None if rest[1].strip() == "-" else int(rest[1])
        counts.update(["rounds", *compare(players, present, pairings, bye)])
        play(players, present, pairings, bye)
    print(f"{tournaments} tournaments")
    for kind, count in sorted(counts.items()):
        print(f"{count:7} {kind}")


if __name__ == "__main__":
    main()
