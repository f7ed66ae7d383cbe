"""Hooks of schemathesis: requests with the ids of real games and tokens, and a note of each answer.

The environment names the files: EXAMPLES is written by seed.py, ANSWERS is read by reached.py.
"""

import json
import os
from pathlib import Path

import schemathesis

EXAMPLES = json.loads(Path(os.environ["EXAMPLES"]).read_text())


@schemathesis.hook
def before_load_schema(context, raw_schema):
    for methods in raw_schema["paths"].values():
        for operation in methods.values():
            add_examples(operation, EXAMPLES.get(operation["operationId"], {}))


def add_examples(operation, values):
    for parameter in operation.get("parameters", []):
        found = values.get(parameter["name"], [])
        if found:
            parameter["examples"] = {str(value): {"value": value} for value in found}
    if "body" in values:
        operation["requestBody"]["content"]["application/json"]["example"] = values["body"]


@schemathesis.hook
def filter_case(context, case):
    """Leaves out headers that no operation knows: a server ignores them and refuses nothing."""
    return not any("schemathesis-unknown" in name.lower() for name in case.headers or {})


@schemathesis.deserializer("application/x-ndjson")
def deserialize_lines(context, response):
    return [json.loads(line) for line in response.content.splitlines() if line]


@schemathesis.hook
def after_call(context, case, response):
    with open(os.environ["ANSWERS"], "a") as answers:
        answers.write(f"{response.status_code} {case.operation.label}\n")
