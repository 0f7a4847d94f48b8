"""A hand-written client of the database protocol: requests and responses, independent of the transport."""

# An emulator's administrator.
OWNER = {"Authorization": "Bearer owner"}


class DatabaseClient:
    """A client that numbers its requests. Subclasses implement the transport: `send` writes a message, `read` returns the next one."""

    number = 0

    def ask(self, action, **body):
        self.number += 1
        self.send({"t": "d", "d": {"r": self.number, "a": action, "b": body}})
        return self.number

    def answer(self, action, **body):
        """Returns the response and the pushes that came before it."""
        number = self.ask(action, **body)
        pushes = []
        while True:
            data = self.read()["d"]
            if data.get("r") == number:
                return data["b"], pushes
            pushes.append(data)
