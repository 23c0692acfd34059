# SPDX-License-Identifier: MIT
"""flat.py FILE...: JSON lines, each parsed strictly and printed as PATH=VALUE words on one line.

    {"a": [1, {"b": null}]}  ->  a.0=1 a.1.b=null

Ends with 1 at a line that is no JSON, or no UTF-8, or names a member twice.
"""
import json
import sys


def members(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError(f"a member twice among {names}")
    return dict(pairs)


def refuse(constant):
    raise ValueError(f"{constant} is no JSON")


def flat(value, path=""):
    if isinstance(value, dict):
        return [word for name in value for word in flat(value[name], f"{path}{name}.")]
    if isinstance(value, list):
        return [word for i, item in enumerate(value) for word in flat(item, f"{path}{i}.")]
    return [f"{path[:-1]}={json.dumps(value)}"]


for name in sys.argv[1:]:
    with open(name, "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                if not line.endswith(b"\n"):
                    raise ValueError("the line has no end")
                value = json.loads(line.decode(), object_pairs_hook=members, parse_constant=refuse)
            except ValueError as error:
                sys.exit(f"{name}, line {number}: {error}: {line[:300]!r}")
            print(*flat(value))
