"""Checks whether operations on a register could have happened one after the other.

The search is the one of Wing and Gong with the memory of Lowe ("Testing for linearizability", 2017): an operation takes effect at one moment
between its call and its response, and two orders that lead to the same value and the same remaining operations are tried once. It knows
nothing of the server. Written values must be unique.
"""

import dataclasses

NEVER = float("inf")


@dataclasses.dataclass
class Operation:
    """A read, a write, or a compare-and-set that succeeded. A failed compare-and-set is a read."""

    kind: str
    value: object
    called: float
    # `NEVER` if there was no response: the operation may have taken effect, or not, or will.
    returned: float = NEVER
    # The value that a compare-and-set compared.
    expected: object = None

    def after(self, state):
        """Returns whether the operation is possible in a state, and the next state."""
        if self.kind == "read":
            return state == self.value, state
        if self.kind == "set":
            return state == self.expected, self.value
        return True, self.value


def is_linearizable(operations, initial=None):
    operations = _resolved(operations)
    head = _linked(operations)
    state, done, tried, stack = initial, 0, set(), []
    entry = head.next
    while head.next is not None:
        if entry.response is not None:
            possible, following = operations[entry.number].after(state)
            order = (done | 1 << entry.number, following)
            if possible and order not in tried:
                tried.add(order)
                stack.append((entry, state, done))
                done, state = order
                entry.lift()
                entry = head.next
            else:
                entry = entry.next
        elif stack:
            # The operation has returned before it could take effect. The last choice was wrong.
            entry, state, done = stack.pop()
            entry.unlift()
            entry = entry.next
        else:
            return False
    return True


def _resolved(operations):
    """Returns the operations with a response for each.

    A value that nothing observed may as well not have been written. Otherwise the write took effect before the first observer's response.
    """
    resolved = []
    for operation in operations:
        if operation.returned == NEVER:
            observed = [
                other.returned for other in operations
                if other.returned != NEVER and (other.value == operation.value and other.kind == "read"
                                                or other.kind == "set" and other.expected == operation.value)]
            if operation.kind == "read" or not observed:
                continue
            operation = dataclasses.replace(operation, returned=max(min(observed), operation.called))
        resolved.append(operation)
    return resolved


class _Entry:
    """A call or a response, in a list by time. A call knows its response."""

    def __init__(self, number, response=None):
        self.number, self.response = number, response
        self.previous = self.next = None

    def lift(self):
        """Removes a call and its response."""
        for entry in (self, self.response):
            entry.previous.next = entry.next
            if entry.next:
                entry.next.previous = entry.previous

    def unlift(self):
        for entry in (self.response, self):
            entry.previous.next = entry
            if entry.next:
                entry.next.previous = entry


def _linked(operations):
    entries = []
    for number, operation in enumerate(operations):
        response = _Entry(number)
        # At the same time, a call comes first: the operations may have overlapped.
        entries += [(operation.called, 0, number, _Entry(number, response)), (operation.returned, 1, number, response)]
    head = last = _Entry(None)
    for *_, entry in sorted(entries, key=lambda item: item[:3]):
        last.next, entry.previous = entry, last
        last = entry
    return head
