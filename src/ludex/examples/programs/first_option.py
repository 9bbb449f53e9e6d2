#!/usr/bin/env python3
"""A player as a separate program, with only the standard library: it takes the first option that is not a pass.

Of a range, say of bids, it takes the lowest value. Let it play:

    ludex arena modern-art --players "program:./first_option.py,easy*3" --games 20
"""

import json
import sys


def read_lines():
    """Yield every line that Ludex sends, as data."""
    for line in sys.stdin:
        yield json.loads(line)


def say(**answer):
    """Write one line, at once: an answer that waits in a buffer is not an answer."""
    print(json.dumps(answer), flush=True)


def single(option):
    """Return an option as a move: of a range, which has `low` and `high`, the lowest value."""
    return {name: value["low"] if is_range(value) else value for name, value in option.items()}


def is_range(value):
    return isinstance(value, dict) and {"low", "high"} <= value.keys()


def choose(request):
    """Return the move to make. `request["view"]` has everything that this seat may know."""
    options = request["options"]
    active = [option for option in options if option["type"] not in ("Pass", "EndPhase")]
    return single((active or options)[0])


def main():
    """Answer until the game ends."""
    for message in read_lines():
        if message["type"] == "hello":
            if message["version"] != 1:
                sys.exit(f"this program speaks version 1 of the protocol, not {message['version']}")
            say(version=1, name="first option")
        elif message["type"] == "decide":
            rejection = message["request"]["rejection"]
            if rejection:
                print(f"rejected: {rejection['sentence']}", file=sys.stderr)
            say(id=message["id"], move=choose(message["request"]))
        elif message["type"] == "end":
            break


if __name__ == "__main__":
    main()
