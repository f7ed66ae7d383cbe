"""Whether schemathesis got a 2xx answer of every operation.

    reached.py DOCUMENT ANSWERS
"""

import json
import sys
from collections import Counter
from pathlib import Path

# schemathesis reads the document there, and makes no other request of it. Streams that have no end are left out.
NOT_REQUESTED = {"GET /api/openapi.json", "GET /api/stream", "GET /api/tournaments/{tournament}/stream"}
# Only refused: it would delete the player with whom everything is requested.
NOT_CARRIED_OUT = {"DELETE /api/players/me"}


def main(document: str, answers: str) -> None:
    paths = json.loads(Path(document).read_text())["paths"]
    described = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    described -= NOT_REQUESTED | NOT_CARRIED_OUT
    lines = [line.split(" ", 1) for line in Path(answers).read_text().splitlines()]
    succeeded = Counter(label for status, label in lines if status.startswith("2"))
    for label in sorted(described):
        print(f"{succeeded[label]:6} answers 2xx of {label}")
    missing = described - succeeded.keys()
    if missing:
        sys.exit(f"no answer 2xx of {', '.join(sorted(missing))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
