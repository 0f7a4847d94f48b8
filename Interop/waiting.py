"""Waits for what a server does by itself, such as reading a changed file. No fixed sleep."""

import time


def eventually(condition, seconds=20):
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.05)
    return value
