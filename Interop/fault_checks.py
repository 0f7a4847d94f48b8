"""What must hold after faults, checked from what clients have noted and from what nodes return."""

import time

import requests

from linearizability import NEVER, is_linearizable
from waiting import eventually

# The seconds after which a listener must have the last value.
STALE_SECONDS = 15


def contradictions(load):
    histories = {path: [operation for operation in history if operation.kind != "none"] for path, history in load.operations.items()}
    return [f"register {path} is not linearizable: {history}" for path, history in histories.items() if not is_linearizable(history)]


def lost(load, nodes):
    """Returns what was confirmed and is not there, or is there twice. The faults have ended, so all requests must succeed."""
    violations = []
    session = requests.Session()
    for node in nodes:
        lists = session.get(load._place("list", node), timeout=60).json() or {}
        found = {name: value for values in lists.values() for name, value in values.items()}
        violations += [f"node {node.name}: the pushed {name} is lost" for name, value in load.pushed.items() if found.get(name) != value]
        # Also a value whose push was not confirmed must not be there twice.
        violations += [f"node {node.name}: a value was pushed twice" for _ in range(len(found) - len(set(found.values())))]
        back = load.find_accounts(session, node, load.deleted)
        violations += [f"node {node.name}: the deleted account {account} is back" for account in back]
    violations += [
        f"the account {account} is lost" for account, token in load.accounts.items() if not load.exchange(session, token).ok]
    return violations


def unused(load):
    """Returns the kinds of requests of which none was confirmed, so that a run that checks nothing fails."""
    counts = {
        "push": len(load.pushed), "sign up": len(load.accounts), "delete": len(load.deleted), "use a code": load.used,
        "write": len(load.confirmed_at)}
    return [f"no request to {kind} was confirmed" for kind, count in counts.items() if count == 0]


def check_listeners(load, listeners, fault, recovery_seconds):
    """All listeners get a value that is written after a fault."""
    register, value = eventually(load.mark, recovery_seconds)
    for listener in listeners:
        try:
            eventually(lambda: listener.seen.get(register, [None])[-1] == value, STALE_SECONDS)
        except AssertionError:
            load.violations.append(f"after the fault {fault}, the listener at node {listener.node.name} is stale")


def check_events(load, listeners, recovery_seconds):
    """Both listeners get a last value, saw the values of each register in one order, and saw only values that clients sent."""
    check_listeners(load, listeners, "the last one", recovery_seconds)
    one, other = (dict(listener.seen) for listener in listeners)
    for register in one.keys() & other.keys():
        values, others = one[register], other[register]
        if [value for value in values if value in others] != [value for value in others if value in values]:
            load.violations.append(f"two listeners saw the values of {register} in different orders")
    for register, operations in load.operations.items():
        sent = {operation.value for operation in operations if operation.kind != "read"}
        seen = {value for each in (one, other) for value in each.get(register.removeprefix("register/"), [])}
        load.violations += [f"a listener saw {value} in {register}, which no client sent" for value in seen - sent - {None}]


def longest_gap(moments, begin):
    """The longest time without a confirmed write, from a moment on."""
    moments = [begin, *(moment for moment in list(moments) if moment >= begin)]
    return max((later - earlier for earlier, later in zip(moments, moments[1:])), default=0)


def report(load, seed, done, violations):
    operations = [operation for history in load.operations.values() for operation in history]
    unknown = sum(operation.returned == NEVER for operation in operations)
    print(f"\nseed {seed}, {time.monotonic() - load.begin:.0f} seconds")
    print(f"{len(operations)} operations on {len(load.operations)} registers, {unknown} of them without a confirmation")
    print(f"{len(load.pushed)} pushes, {len(load.accounts)} sign-ups and {len(load.deleted)} deletions confirmed")
    print(f"{load.used} codes used, {load.guesses} guesses checked")
    print("| fault | times | longest time without a confirmed write |\n| --- | ---: | ---: |")
    for kind, gaps in done.items():
        print(f"| {kind.replace('_', ' ')} | {len(gaps)} | {max(gaps):.1f} s |")
    print(f"{len(violations)} violations")
