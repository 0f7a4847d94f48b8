"""Databases that another node has, in the console, the commands and the calls of administrators."""

import json
import subprocess

import pytest
import requests
from playwright.sync_api import expect

from node_cluster import running_nodes
from postgres_server import running_postgres
from running_server import ask_for_link
from test_console import begin, open_section

pytestmark = pytest.mark.store_in_folder


@pytest.fixture(scope="module")
def nodes(binary, tmp_path_factory):
    """Two nodes, of which the first has the database of the project."""
    with running_postgres() as postgres:
        folder = tmp_path_factory.mktemp("nodes")
        with running_nodes(binary, folder, postgres.make_database(), "ab", lambda name: ["--console-port", "0"]) as (first, second):
            first.command("database", "set", "/first", write(folder, {"at": "a"}))
            yield first, second, folder


def write(folder, value):
    file = folder / "value.json"
    file.write_text(json.dumps(value))
    return str(file)


def test_commands_change_and_copy_a_database_of_another_node(nodes):
    first, second, folder = nodes
    assert json.loads(second.command("database", "get", "/first")) == {"at": "a"}
    second.command("database", "set", "/second", write(folder, {"at": "é" * 300_000}))
    assert json.loads(first.command("database", "get", "/second")) == {"at": "é" * 300_000}
    second.command("database", "settings", "--default-write-size-limit", "medium")
    assert json.loads(first.command("database", "settings", "--json"))["defaultWriteSizeLimit"] == "medium"
    second.command("database", "export", str(folder / "all.json"))
    assert json.loads((folder / "all.json").read_text())["first"] == {"at": "a"}


def test_errors_of_the_other_node_reach_the_command(nodes):
    _, second, folder = nodes
    file = write(folder, "x" * 2_000_000)
    second.command("database", "settings", "--size-limit", "1MB")
    told = subprocess.run(
        [second.binary, "database", "import", file, "--path", "/big", "--data", second.folder], capture_output=True, text=True, timeout=60)
    assert told.returncode != 0 and "limit of 1 MB (sizeLimit)" in told.stderr, told.stderr
    second.command("database", "settings", "--size-limit", "none")


def test_the_console_shows_and_changes_data_of_another_node(nodes, page):
    first, second, folder = nodes
    begin(page, ask_for_link(second.binary, second.folder))
    open_section(page, "Data")
    page.get_by_role("heading", name="Data in").wait_for()
    expect(page.get_by_role("region", name="Data").get_by_text("first")).to_be_visible()
    page.goto(f"{second.line['console']}/projects/default/data?path=/first")
    expect(page.get_by_role("region", name="Data").get_by_text("at")).to_be_visible()
    first.command("database", "set", "/first/later", write(folder, 7))
    expect(page.locator("[data-row]")).to_have_count(2, timeout=20_000)
    page.get_by_role("link", name="Edit at").click()
    page.locator("textarea:focus").fill('"b"')
    page.keyboard.press("Enter")
    page.locator("[data-row]", has_text="b").first.wait_for()
    assert json.loads(first.command("database", "get", "/first/at")) == "b"
    page.goto(f"{second.line['console']}/projects/default/rules")
    expect(page.get_by_role("heading", name="Rules for default")).to_be_visible()


@pytest.mark.parametrize("section", ["data", "rules"])
def test_the_public_port_does_not_lead_to_a_console_with_a_port_of_its_own(nodes, section):
    def status(url, host):
        headers = {"Host": host, "Cookie": "latchkey_console=a"}
        return requests.get(f"{url}/console/projects/default/{section}", headers=headers, timeout=30, allow_redirects=False).status_code

    _, second, _ = nodes
    console = second.line["console"].removesuffix("/console")
    assert status(console, console.removeprefix("http://")) == 303, "to the sign-in"
    assert status(second.line["listening"], "auth.example.org") == 404


@pytest.mark.parametrize("proof", ["", "commands", "commands 1 a b", "console 1795980000 x " + "0" * 64])
def test_only_nodes_can_use_the_entrance_for_nodes(nodes, proof):
    first, _, _ = nodes
    told = requests.get(
        f"{first.url}/v2/projects/default/databases/default/settings",
        headers={"latchkey-node-proof": proof, "latchkey-passed-on": "1"}, timeout=30)
    assert told.status_code == 403 and "trusted-proxy" in told.text, told.text
