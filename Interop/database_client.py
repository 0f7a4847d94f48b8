"""The database's protocol, spoken by hand: requests and their answers, whatever carries them."""

# An emulator's administrator.
OWNER = {"Authorization": "Bearer owner"}


class DatabaseClient:
    """Numbers what it asks. What carries the messages says how one is sent, with `send`, and how the next one is read, with `read`."""

    number = 0

    def ask(self, action, **body):
        self.number += 1
        self.send({"t": "d", "d": {"r": self.number, "a": action, "b": body}})
        return self.number

    def answer(self, action, **body):
        """The response, and the pushes that came before it."""
        number = self.ask(action, **body)
        pushes = []
        while True:
            data = self.read()["d"]
            if data.get("r") == number:
                return data["b"], pushes
            pushes.append(data)
