"""Tenants and backups in the console, as an owner sees them in a real browser."""

import pytest
import requests

from running_server import ask_for_link, running_server
from test_console import begin, open_section
from test_console_methods import open_tab
from test_sign_in_page import check_accessibility, show


def open_tenants(page):
    open_section(page, "Sign-in")
    open_tab(page, "Tenants")


def test_a_tenant_is_created_and_deleted_with_its_users(server, invite, page):
    begin(page, invite())
    open_tenants(page)
    page.get_by_label("Name", exact=True).fill("abc")
    page.get_by_role("button", name="Create tenant").click()
    field = page.get_by_label("Name", exact=True)
    assert "4 to 20 letters" in page.locator("#problem-name").inner_text() and field.input_value() == "abc"
    assert field.evaluate("field => document.activeElement === field"), "the keyboard is at the field to correct"
    check_accessibility(page)
    field.fill("customer")
    page.get_by_role("button", name="Create tenant").click()
    assert page.get_by_role("status").first.inner_text() == "Tenant created."
    tenant = page.locator("dd code").inner_text()
    show(page, "console-tenant")
    check_accessibility(page)
    body = {"email": "ada@example.org", "password": "lovelace", "tenantId": tenant}
    address = f"{server['url']}/v1/accounts:signUp?key={server['apiKey']}"
    assert requests.post(address, json=body, timeout=20).status_code == 200
    page.get_by_role("link", name="Users of this tenant").click()
    page.get_by_role("link", name="ada@example.org").wait_for()
    open_tenants(page)
    page.get_by_role("link", name="customer", exact=True).click()
    page.locator("summary", has_text="Delete").press("Enter")
    page.get_by_label("Tenant ID, to confirm").fill("customer")
    page.get_by_role("button", name="Delete tenant").click()
    assert "Enter the ID" in page.locator("#problem-confirm").inner_text()
    check_accessibility(page)
    page.get_by_label("Tenant ID, to confirm").fill(tenant)
    page.get_by_role("button", name="Delete tenant").click()
    assert page.get_by_text("No tenants.").is_visible()
    assert requests.post(address, json={**body, "email": "bob@example.org"}, timeout=20).status_code == 404
    # The browser logs the refused forms.
    assert [problem for problem in page.problems if "status of 400" not in problem] == []


def test_the_last_backup_is_shown(binary, tmp_path, page):
    (tmp_path / "backups").mkdir(mode=0o700)
    secret = tmp_path / "passphrase"
    secret.touch(mode=0o600)
    secret.write_text("correct horse battery staple\n")
    options = ["--backup-dir", str(tmp_path / "backups"), "--backup-every", "6h", "--backup-passphrase-file", str(secret)]
    with running_server(binary, tmp_path / "data", *options, sandbox=True):
        begin(page, ask_for_link(binary, tmp_path / "data"))
        page.get_by_role("link", name="Backups").click()
        page.get_by_text(str(tmp_path / "backups")).first.wait_for()
        page.locator("dd", has_text="kB").or_(page.locator("dd", has_text="MB")).first.wait_for(timeout=20_000)
        facts = page.locator("dl").inner_text()
        assert "6 hours" in facts and "none" not in facts, facts
        # A copied command must not write a backup without encryption.
        assert f"{tmp_path}/backups --passphrase-file PASSPHRASE-FILE --data" in page.get_by_label("Command for a backup").inner_text()
        assert f"latchkey restore {tmp_path}/backups --latest --passphrase-file PASSPHRASE-FILE" in page.get_by_label("Command for a restore").inner_text()
        show(page, "console-backups")
        check_accessibility(page)
    assert list((tmp_path / "backups").iterdir())


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(375, 844), (1280, 800)], ids=["phone", "desk"])
def test_the_pages_are_readable_everywhere(server, invite, browser, size, scheme):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    begin(page, invite())
    open_tenants(page)
    page.get_by_label("Name", exact=True).fill("customer")
    page.get_by_role("button", name="Create tenant").click()
    for address in [page.url, server["console"] + "/projects/default/tenants", server["console"] + "/backups"]:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], f"{address}: nothing is wider than the window"
        show(page, f"console-{address.split('/')[-1].split('?')[0][:8]}-{scheme}-{size[0]}")
        check_accessibility(page)
    page.close()
