"""Faults of nodes, of PostgreSQL with Patroni, of networks, clocks and disks."""

import os
import signal
import time

from node_faults import NodeFaults


class ClusterFaults(NodeFaults):
    def __init__(self, nodes, databases, balancer, network, chance):
        super().__init__(nodes, chance)
        self.databases, self.balancer, self.network = databases, balancer, network

    # PostgreSQL

    def crash_primary(self):
        """A process of the server ends. The server then closes all connections and recovers from its log."""
        server = self.databases.leader()
        os.kill(self.chance.choice(server.machine.processes("postgres: latchkey")), signal.SIGKILL)

    def kill_primary(self):
        """All processes of PostgreSQL end. Patroni restarts it or promotes a standby."""
        self.databases.leader().machine.signal(signal.SIGKILL, "postgres")

    def switch_off_primary(self):
        self._switch_off(self.databases.leader())

    def switch_off_standby(self):
        self._switch_off(self.databases.standby(self.chance))

    def switch_off_two_servers(self):
        """Writes are impossible for longer than a node looks up the outcome of its last commit."""
        lost = self.chance.sample(self.databases.servers, 2)
        for server in lost:
            server.kill()
        time.sleep(self.chance.uniform(45, 70))
        for server in lost:
            server.start()

    def _switch_off(self, server):
        server.kill()
        time.sleep(self.chance.uniform(1, 30))
        server.start()

    def suspend_primary(self):
        self._suspend(self.databases.leader().machine, "postgres", self.chance.uniform(3, 12))

    def suspend_machine_of_primary(self):
        """Another server becomes the primary. The former one still acts as the primary when it continues."""
        self._suspend(self.databases.leader().machine, None, self.chance.uniform(30, 45))

    @staticmethod
    def _suspend(machine, pattern, seconds):
        machine.signal(signal.SIGSTOP, pattern)
        time.sleep(seconds)
        machine.signal(signal.SIGCONT, pattern)

    def switch_over(self):
        """Before maintenance of the primary."""
        self.databases.switch_over()

    def fill_disk_of_primary(self):
        self._fill_disk(self.databases.leader())

    def fill_disk_of_standby(self):
        self._fill_disk(self.databases.standby(self.chance))

    def _fill_disk(self, server):
        server.fill_disk()
        try:
            time.sleep(self.chance.uniform(10, 25))
        finally:
            server.clear_disk()

    # Networks

    def isolate_primary(self):
        self._drop_while(20, 40, lambda: self.network.isolate(self.databases.leader().address))

    def isolate_owner(self):
        self._drop_while(5, 20, lambda: self.network.isolate(self.owner().address))

    def cut_owner_from_primary(self):
        self._cut(self.owner(), self.databases.leader())

    def cut_owner_from_node(self):
        owner = self.owner()
        self._cut(owner, self.chance.choice([node for node in self.nodes if node is not owner]))

    def cut_primary_from_standby(self):
        self._cut(self.databases.leader(), self.databases.standby(self.chance))

    def cut_node_from_load_balancer(self):
        self._cut(self.chance.choice(self.nodes), self.balancer.machine)

    def _cut(self, one, other):
        """Cuts one link both ways or one way."""
        ways = self.chance.choice([[(one, other)], [(other, one)], [(one, other), (other, one)]])
        self._drop_while(5, 20, lambda: [self.network.drop(source.address, target.address) for source, target in ways])

    def _drop_while(self, least, most, drop):
        try:
            drop()
            time.sleep(self.chance.uniform(least, most))
        finally:
            self.network.heal()

    # Clocks

    def change_clock_of_node(self):
        self._change_clock(self.chance.choice(self.nodes))

    def change_clock_of_primary(self):
        self._change_clock(self.databases.leader())

    def _change_clock(self, machine):
        """Moves the clock by five minutes, forward or back, and then to the right time."""
        machine.clock.set(self.chance.choice(["+300", "-300"]))
        time.sleep(self.chance.uniform(10, 20))
        machine.clock.set("+0")
