"""Faults of nodes."""

import contextlib
import time

from waiting import eventually


class NodeFaults:
    """Each method causes a fault and ends it."""

    def __init__(self, nodes, chance):
        self.nodes, self.chance = nodes, chance

    def owner(self):
        """The node that has the realtime database."""
        def find():
            with contextlib.suppress(AssertionError):
                rows = [line.split() for line in self.nodes[0].command("nodes").splitlines()[1:]]
                return next((node for node in self.nodes for row in rows if row[0] == node.name and row[-1] != "-"), None)
        return eventually(find, 60)

    def kill_owner(self):
        self._kill(self.owner())

    def kill_other(self):
        owner = self.owner()
        self._kill(self.chance.choice([node for node in self.nodes if node is not owner]))

    def _kill(self, node):
        node.kill()
        node.start()

    def stop_owner(self):
        node = self.owner()
        node.stop()
        node.start()

    def restart_all(self):
        """One after the other, as in an upgrade."""
        for node in self.nodes:
            node.stop()
            node.start()

    def suspend_owner(self):
        """Another node opens the databases meanwhile. The former owner still acts as the owner when it continues."""
        node = self.owner()
        node.suspend()
        time.sleep(15)
        node.resume()

    def suspend_owner_briefly(self):
        node = self.owner()
        node.suspend()
        time.sleep(self.chance.uniform(1, 7))
        node.resume()
