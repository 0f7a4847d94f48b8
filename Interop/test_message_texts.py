"""Python's parser reads the text that was written into a mail, and the sandbox's page shows it."""

import subprocess

import pytest

from mail_receiver import PASSWORD, MailReceiver
from running_server import running_server
from test_mail import options, send_test_mail

TEXTS = {
    "dots and long lines": ("Dots", ".\n..\n.leading\n" + "word " * 300 + "\n\nend \n"),
    "marks": ("=?UTF-8?Q?not_encoded?= <b>", "From here = there\n--=_latchkey\n<b>&amp; \"x\" 'y'\n"),
    "accents": ("Grüße aus Zürich, " * 8 + "ü", "Zoë ließ grüßen\n" * 30),
    "Arabic": ("مرحبًا بك في المشروع " * 5, "هذه تجربة\n" * 40),
    "emoji": ("👩‍👩‍👧‍👦 " * 12 + "!", "👩‍👩‍👧‍👦" * 100 + "\n"),
}


@pytest.fixture(scope="module")
def place(binary, tmp_path_factory):
    folder = tmp_path_factory.mktemp("texts")
    with MailReceiver(folder) as receiver:
        with running_server(
                binary, folder / "data", *options(receiver), sandbox=True, environment={"LATCHKEY_SMTP_PASSWORD": PASSWORD}) as report:
            yield folder, receiver, report


def latchkey(binary, folder, *arguments, text=None):
    return subprocess.run(
        [binary, *arguments, "--data", str(folder / "data")], input=text, capture_output=True, text=True, timeout=60, check=True).stdout


@pytest.mark.parametrize("name", TEXTS)
def test_a_mail_reads_as_it_was_written(binary, place, name):
    folder, receiver, _ = place
    subject, text = TEXTS[name]
    latchkey(binary, folder, "projects", "template", "set", "test", "--subject", subject, "--text-file", "-", text=text)
    latchkey(
        binary, folder, "projects", "template", "sender", "--name", "Bücher, \"Co\" <x@y>", "--reply-to", "help@example.org",
        "--address", "shop@example.org")
    receiver.mails.clear()
    _, sent = send_test_mail(binary, folder)
    assert sent["ok"], sent
    [mail] = receiver.mails
    assert mail.message["subject"] == subject.strip()
    assert mail.part("plain").replace("\r\n", "\n").rstrip("\n") == text.rstrip("\n")
    [sender] = mail.message["from"].addresses
    assert (sender.display_name, sender.addr_spec) == ("Bücher, \"Co\" <x@y>", "shop@example.org")
    assert mail.sender == "shop@example.org"
    assert str(mail.message["reply-to"]) == "help@example.org"
    assert mail.message["message-id"].endswith("@example.org>") and mail.message["date"].datetime
    assert all(len(line) <= 78 and max(line, default=0) < 128 for line in mail.bytes.split(b"\r\n"))
    for part in mail.message.walk():
        assert part.defects == []
        # Reading a header reveals its defects.
        assert [str(value.defects) for value in part.values() if value.defects] == []


def test_the_page_shows_the_mail_and_its_html_runs_nothing(binary, place, page):
    folder, _, report = place
    html = (
        "<!doctype html><html><head><style>p { color: rgb(1, 2, 3) }</style></head><body><p id='p'>Hello {{email}}</p>"
        "<script>document.title = 'ran'</script><img src='https://example.org/x.png'><a id='a' href='/sign-in'>on</a></body></html>")
    (folder / "mail.html").write_text(html)
    latchkey(
        binary, folder, "projects", "template", "set", "test", "--subject", "Look <b>at</b> this", "--html-file", str(folder / "mail.html"))
    send_test_mail(binary, folder)
    page.goto(report["signIn"])
    page.click("text=Messages that this server writes")
    page.click("nav a >> nth=0")
    assert page.inner_text("h1") == "Look <b>at</b> this"
    frame = page.frame_locator("iframe.mail")
    assert frame.locator("#p").inner_text() == "Hello ada@example.org"
    assert frame.locator("#p").evaluate("p => getComputedStyle(p).color") == "rgb(1, 2, 3)"
    assert page.title().startswith("Message")
    # The browser logs what it blocked.
    assert any("script" in problem for problem in page.problems) and any("img-src" in problem or "image" in problem for problem in page.problems)
    frame.locator("#a").click()
    page.wait_for_url("**/sign-in")
