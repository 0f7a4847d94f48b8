"""Long polling from a page of another site in a real browser, because the browser decides what it loads, refuses and stores."""

import functools
import http.server
import pathlib
import threading

import pytest

from socket_client import raw_clients


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def pages():
    handler = functools.partial(Handler, directory=str(pathlib.Path(__file__).parent))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    # A name of this machine that is another site than the database's address.
    yield f"http://localhost:{server.server_address[1]}/polling_page.html"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def database(emulator):
    return emulator["database"]


@pytest.fixture
def watcher(database):
    with raw_clients(database, "browser") as connect:
        yield connect()


def test_a_page_of_another_site_reads_and_writes(page, pages, database, watcher):
    page.goto(pages)
    page.evaluate("address => { window.client = new Polling(address, 3) }", database)
    hello = page.evaluate("client.read()")
    assert hello["d"]["t"] == "h" and hello["d"]["d"]["h"] == database.removeprefix("http://")
    assert page.evaluate("""client.answer(1, "q", {p: "/seen", h: ""})""")["d"]["b"]["s"] == "ok"
    watcher.answer("p", p="/seen", d={"__proto__": {"x": 1}, "line": "\u2028"})
    heard = page.evaluate("client.read().then(message => JSON.stringify(message))")
    assert heard == '{"t":"d","d":{"a":"d","b":{"p":"seen","d":{"__proto__":{"x":1},"line":"\u2028"}}}}'
    for number in range(2, 12):
        assert page.evaluate("number => client.answer(number, 'p', {p: '/count', d: number})", number)["d"]["b"]["s"] == "ok"
    assert watcher.answer("g", p="/count", q={})[0]["d"] == 11
    assert page.problems == []


def test_a_page_that_is_closed_says_so(page, pages, database, watcher):
    page.goto(pages)
    page.evaluate("address => { window.client = new Polling(address, 4) }", database)
    page.evaluate("client.read()")
    page.evaluate("client.answer(1, 'o', {p: '/gone', d: true})")
    page.evaluate("client.goodbyeIsThere")
    watcher.answer("q", p="/gone", h="")
    page.goto("about:blank")
    assert watcher.read()["d"]["b"] == {"p": "gone", "d": True}
    assert page.problems == []


def test_a_page_moves_to_a_web_socket(page, pages, database, watcher):
    page.goto(pages)
    page.evaluate("address => { window.client = new Polling(address, 5) }", database)
    hello = page.evaluate("client.read()")
    told = page.evaluate("""async ([address, session]) => {
        const socket = new WebSocket(address.replace("http", "ws") + "/.ws?v=5&ns=browser&s=" + session)
        const heard = []
        let woken
        socket.onmessage = event => { heard.push(JSON.parse(event.data)); woken?.() }
        const read = async () => {
            while (!heard.length) await new Promise(done => { woken = done })
            return heard.shift()
        }
        const control = t => ({t: "c", d: {t, d: {}}})
        const told = [(await read()).d.t]
        socket.send(JSON.stringify(control("p")))
        told.push((await read()).d.t)
        socket.send(JSON.stringify(control("a")))
        socket.send(JSON.stringify({t: "d", d: {r: 9, a: "p", b: {p: "/moved", d: true}}}))
        client.send(control("n"))
        told.push((await client.read()).d.t)
        told.push((await read()).d.r)
        await client.until(() => client.closed)
        return told
    }""", [database, hello["d"]["d"]["s"]])
    assert told == ["a", "o", "n", 9]
    assert watcher.answer("g", p="/moved", q={})[0]["d"] is True
    assert page.problems == []


def test_a_page_of_a_stranger_may_not_poll_an_emulator(page, database):
    page.route("http://stranger.example/**", lambda route: route.fulfill(content_type="text/html", body="<title>Stranger</title>"))
    page.goto("http://stranger.example/")
    outcome = page.evaluate("""address => new Promise(done => {
        const script = document.createElement("script")
        script.src = address + "/.lp?start=t&cb=1&ns=browser"
        script.onload = () => done("loaded")
        script.onerror = () => done("refused")
        document.body.appendChild(script)
    })""", database)
    assert outcome == "refused"
