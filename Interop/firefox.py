"""Firefox of the Linux distribution, driven by Playwright. Run as a program, it is the browser that Playwright starts.

Playwright drives unmodified Firefox with WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), and sends a command that the extended support
release does not know yet. This program passes all messages on, and answers that command itself.
"""

import asyncio
import contextlib
import json
import pathlib
import signal
import sys
import tempfile

import websockets

FIREFOX = "/usr/bin/firefox-esr"
# Playwright emulates a color scheme in every page, also if a test asks for none.
UNKNOWN = {"emulation.setMediaFeaturesOverride"}
MAX_MESSAGE_BYTES = 256 << 20


@contextlib.contextmanager
def running_firefox(playwright):
    """Yields a browser of Playwright. The color scheme is the browser's own."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "firefox"
        program.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{pathlib.Path(__file__).resolve()}' \"$@\"\n")
        program.chmod(0o700)
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=program)
        try:
            yield browser
        finally:
            browser.close()


def own_answer(message):
    """Returns the answer to a command that Firefox does not know; None for all others."""
    command = json.loads(message)
    if command.get("method") not in UNKNOWN:
        return None
    return json.dumps({"type": "success", "id": command["id"], "result": {}})


async def pass_on(client, address):
    """Passes messages on between Playwright and Firefox until one of them closes."""
    async with websockets.connect(address, max_size=MAX_MESSAGE_BYTES, proxy=None) as firefox:
        async def to_firefox():
            async for message in client:
                answer = own_answer(message)
                await (client.send(answer) if answer else firefox.send(message))

        async def to_client():
            async for message in firefox:
                await client.send(message)

        tasks = [asyncio.create_task(to_firefox()), asyncio.create_task(to_client())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()


async def main(arguments):
    firefox = await asyncio.create_subprocess_exec(FIREFOX, *arguments, stderr=asyncio.subprocess.PIPE)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, firefox.terminate)
    async with contextlib.AsyncExitStack() as stack:
        async for line in firefox.stderr:
            text = line.decode(errors="replace")
            if "WebDriver BiDi listening on " in text:
                address = text.split()[-1] + "/session"
                server = await stack.enter_async_context(
                    websockets.serve(lambda client: pass_on(client, address), "127.0.0.1", 0, max_size=MAX_MESSAGE_BYTES))
                text = f"WebDriver BiDi listening on ws://127.0.0.1:{server.sockets[0].getsockname()[1]}\n"
            sys.stderr.write(text)
            sys.stderr.flush()
        return await firefox.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
