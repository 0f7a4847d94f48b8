# SPDX-FileCopyrightText: 2026 The Latchkey authors
# SPDX-License-Identifier: Apache-2.0

"""A raw client of the database's web socket."""

import json


class RawClient:
    """Speaks the protocol by hand."""

    def __init__(self, socket):
        self.socket = socket
        self.number = 0
        self.hello = self.read()

    def read(self):
        text = self.socket.recv(timeout=10)
        if text.isdigit() and len(text) < 7:
            text = "".join(self.socket.recv(timeout=10) for _ in range(int(text)))
        return json.loads(text)

    def ask(self, action, **body):
        self.number += 1
        self.socket.send(json.dumps({"t": "d", "d": {"r": self.number, "a": action, "b": body}}))
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
