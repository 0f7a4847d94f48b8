"""The checker of register histories: histories that are possible, and those that must fail."""

import itertools
import random

import pytest

from linearizability import NEVER, Operation, is_linearizable


def read(value, called, returned):
    return Operation("read", value, called, returned)


def write(value, called, returned=NEVER):
    return Operation("write", value, called, returned)


def compare_and_set(expected, value, called, returned=NEVER):
    return Operation("set", value, called, returned, expected)


@pytest.mark.parametrize("history", [
    [],
    [read(None, 0, 1), write(1, 2, 3), read(1, 4, 5)],
    # Overlapping operations, in either order.
    [write(1, 0, 10), write(2, 0, 10), read(1, 11, 12)],
    [write(1, 0, 10), write(2, 0, 10), read(2, 11, 12)],
    [write(1, 0, 10), read(None, 1, 2), read(1, 3, 4)],
    [write(1, 0, 1), compare_and_set(1, 2, 2, 3), read(2, 4, 5)],
    # A write without a response takes effect late, or never.
    [write(1, 0), read(None, 1, 2), read(1, 3, 4)],
    [write(1, 0), write(2, 1, 2), read(2, 3, 4), read(1, 5, 6)],
    [write(1, 0), write(2, 1, 2), read(2, 3, 4)],
    [compare_and_set(None, 1, 0), compare_and_set(1, 2, 1, 2), read(2, 3, 4)],
])
def test_possible_histories(history):
    for order in itertools.permutations(history):
        assert is_linearizable(order)


@pytest.mark.parametrize("history", [
    # A lost write, a stale read, and a value that nothing wrote.
    [write(1, 0, 1), read(None, 2, 3)],
    [write(1, 0, 1), write(2, 2, 3), read(1, 4, 5)],
    [read(1, 0, 1)],
    # Two readers that saw the writes in different orders.
    [write(1, 0, 10), write(2, 0, 10), read(1, 1, 2), read(2, 3, 4), read(1, 5, 6)],
    # A write that took effect twice.
    [write(1, 0), write(2, 1, 2), read(1, 3, 4), read(2, 5, 6), read(1, 7, 8)],
    # Two winners of a compare-and-set, and one that compared a value from before.
    [compare_and_set(None, 1, 0, 10), compare_and_set(None, 2, 0, 10)],
    [write(1, 0, 1), write(2, 2, 3), compare_and_set(1, 3, 4, 5)],
    # A write without a response cannot take effect before its call.
    [read(1, 0, 1), write(1, 2)],
])
def test_impossible_histories(history):
    for order in itertools.permutations(history):
        assert not is_linearizable(order)


def test_random_histories_of_a_real_register_are_possible_and_altered_ones_are_not():
    chance = random.Random(7)
    for _ in range(20):
        # Each operation takes effect at its number, so the history is possible however long the operations are.
        state, history = None, []
        for moment in range(1, 400):
            called, returned = moment - chance.expovariate(0.5), moment + chance.expovariate(0.5)
            kind = chance.choice(["read", "write", "set"])
            if kind == "read":
                history.append(read(state, called, returned))
            elif kind == "write":
                state = moment
                history.append(write(state, called, returned if chance.random() < 0.9 else NEVER))
            else:
                history.append(compare_and_set(state, moment, called, returned))
                state = moment
        assert is_linearizable(history)
        late = max(operation.returned for operation in history if operation.returned != NEVER)
        # The first value, long after another one was read.
        first = next(operation for operation in history if operation.kind != "read")
        assert not is_linearizable([*history, read(state, late + 1, late + 2), read(first.value, late + 3, late + 4)])
