"""The mails that a sandbox shows in its outbox."""

import html
import re

import requests


def last_message(server, mark):
    """Returns the text after a marker in the newest message of the sandbox."""
    messages = requests.get(f"{server['url']}/outbox", timeout=10).text
    message = requests.get(server["url"] + re.search('href="(/outbox/[^"]*)', messages)[1], timeout=10).text
    return html.unescape(re.search(mark + '([^"<]*)', message)[1])


def last_link(server):
    """Returns the link of the newest message."""
    return last_message(server, 'id="link" href="')
