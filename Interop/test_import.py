"""Users are imported with their passwords, for every hash algorithm, and exported again."""

import base64
import csv
import json
import os
import stat
import subprocess

import pytest
import requests
from google.auth.transport.requests import AuthorizedSession
from google.oauth2 import service_account

import password_hashes
from running_server import running_server

PASSWORD = password_hashes.PASSWORD
EXAMPLES = list(password_hashes.examples())
SCRYPT = next(index for index, example in enumerate(EXAMPLES) if example[0]["hashAlgorithm"] == "SCRYPT")


def text(data):
    return base64.b64encode(data).decode()


@pytest.fixture
def latchkey(binary, tmp_path):
    """Runs a command on the test's folder."""
    def run(*arguments, typed=None, status=0, data="data"):
        done = subprocess.run(
            [binary, *map(str, arguments), "--data", str(tmp_path / data)], capture_output=True, text=True, input=typed, timeout=300,
            check=False)
        assert done.returncode == status, done.stdout + done.stderr
        return done

    return run


@pytest.fixture
def empty(binary, tmp_path):
    """A folder with a project and no running server; returns the line that the server printed at its first start."""
    with running_server(binary, tmp_path / "data") as ready:
        return ready


def secret_file(path, content):
    path.write_text(content)
    path.chmod(0o600)
    return path


def console_block(parameters):
    """In the format of the Firebase console."""
    return (
        "hash_config {\n"
        f"  algorithm: {parameters['hashAlgorithm']},\n"
        f"  base64_signer_key: {parameters['signerKey']},\n"
        f"  base64_salt_separator: {parameters['saltSeparator']},\n"
        f"  rounds: {parameters['rounds']},\n"
        f"  mem_cost: {parameters['memoryCost']},\n"
        "}\n")


def sign_in(ready, email, password=PASSWORD):
    return requests.post(
        f"{ready['url']}/v1/accounts:signInWithPassword?key={ready['apiKey']}", json={"email": email, "password": password}, timeout=60)


def person(index, hashed, salt, **more):
    return {
        "localId": f"user{index:05}", "email": f"user{index}@example.org", "emailVerified": True, "passwordHash": text(hashed),
        "salt": text(salt), "createdAt": "1500000000123", "lastSignedInAt": "1600000000456", "providerUserInfo": [], **more}


def test_every_algorithm_signs_in_twice(binary, latchkey, empty, tmp_path):
    """The versions of the configuration file select the hash parameters of each user."""
    users = [person(index, hashed, salt, version=index) for index, (_, hashed, salt) in enumerate(EXAMPLES)]
    versions = {str(index): parameters for index, (parameters, _, _) in enumerate(EXAMPLES)}
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": users}))
    config = secret_file(tmp_path / "hash.json", json.dumps({"hash_config": versions.pop("0"), "versions": versions}))
    with running_server(binary, tmp_path / "data") as ready:
        done = latchkey("users", "import", file, "--hash-config", config, "--verify", "user3@example.org", typed=PASSWORD + "\n")
        assert f"{len(users)} imported." in done.stdout, done.stdout
        for index, (parameters, _, _) in enumerate(EXAMPLES):
            email = f"user{index}@example.org"
            assert sign_in(ready, email, PASSWORD + "x").status_code == 400, parameters
            first = sign_in(ready, email)
            assert first.status_code == 200, (parameters, first.text)
            assert first.json()["localId"] == f"user{index:05}"
            second = sign_in(ready, email)
            assert second.status_code == 200, (parameters, second.text)
        latchkey("users", "export", tmp_path / "out.json")
        for user in json.loads((tmp_path / "out.json").read_text())["users"]:
            assert "version" not in user, "hashed with the server's own parameters by now"
            assert len(base64.b64decode(user["passwordHash"])) == 64


def test_the_parameters_of_the_console_are_proved_first(latchkey, empty, tmp_path):
    parameters, hashed, salt = EXAMPLES[SCRYPT]
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": [person(1, hashed, salt), person(2, hashed, salt)]}))
    wrong = dict(parameters, saltSeparator=text(b"\x08"))
    config = secret_file(tmp_path / "config.txt", console_block(wrong))
    import_users = ["users", "import", file, "--hash-config", config, "--verify", "USER1@example.org"]
    refused = latchkey(*import_users, typed=PASSWORD + "\n", status=1)
    assert "Nothing was imported" in refused.stderr
    assert json.loads(latchkey("users", "list", "--json").stdout)["users"] == []
    secret_file(config, console_block(parameters))
    refused = latchkey(*import_users, typed="another\n", status=1)
    assert "Nothing was imported" in refused.stderr
    assert "2 imported." in latchkey(*import_users, typed=PASSWORD + "\n").stdout
    again = latchkey(*import_users, typed=PASSWORD + "\n").stdout
    assert "0 imported, 2 existing, unchanged." in again and "Nothing changed." in again
    config.chmod(0o644)
    assert "chmod 600" in latchkey(*import_users, typed=PASSWORD + "\n", status=1).stderr


def test_a_moved_out_project_moves_in_elsewhere_unchanged(binary, latchkey, empty, tmp_path):
    parameters, hashed, salt = EXAMPLES[SCRYPT]
    users = [
        person(1, hashed, salt, displayName="Ada “L.”, \"Countess\"\nof \\ Lovelace", photoUrl="https://example.org/a.png"),
        person(2, hashed, salt, phoneNumber="+4915112345678", disabled=True, customAttributes='{"role":"admin","level":3}'),
        person(3, hashed, salt, providerUserInfo=[
            {"providerId": "google.com", "rawId": "11", "email": "g@example.org", "displayName": "G", "photoUrl": "https://e.org/g"},
            {"providerId": "github.com", "rawId": "12"}, {"providerId": "facebook.com", "rawId": "13", "email": "f@example.org"}]),
        person(4, hashed, salt, mfaInfo=[
            {"mfaEnrollmentId": "enrolment", "phoneInfo": "+4915112345679", "displayName": "Mobile",
             "enrolledAt": "2024-05-06T07:08:09.123Z"}]),
        {"localId": "anonymous", "createdAt": "1500000000000", "lastSignedInAt": "1500000000000"},
        {"localId": "ünï/çødé ID", "email": "tab@example.org", "createdAt": "1500000000000", "passwordUpdatedAt": 1550000000000,
         "passwordHash": text(hashed), "salt": text(salt)},
    ]
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": users}, indent=2))
    config = secret_file(tmp_path / "config.txt", console_block(parameters))
    assert "6 imported." in latchkey("users", "import", file, "--hash-config", config).stdout

    latchkey("users", "export", tmp_path / "one.json", "--hash-config", tmp_path / "one.config")
    assert oct(os.stat(tmp_path / "one.config").st_mode & 0o777) == "0o600"
    assert oct(os.stat(tmp_path / "one.json").st_mode & 0o777) == "0o600"
    exported = {user["localId"]: user for user in json.loads((tmp_path / "one.json").read_text())["users"]}
    for user in users:
        seen = exported[user["localId"]]
        for member, value in user.items():
            if member == "providerUserInfo":
                assert sorted(seen[member], key=lambda entry: entry["providerId"]) == sorted(value, key=lambda entry: entry["providerId"])
            else:
                assert seen[member] == value, member

    with running_server(binary, tmp_path / "other"):
        pass
    moved = latchkey("users", "import", tmp_path / "one.json", "--hash-config", tmp_path / "one.config", data="other")
    assert "6 imported." in moved.stdout
    latchkey("users", "export", tmp_path / "two.json", "--hash-config", tmp_path / "two.config", data="other")
    assert (tmp_path / "two.json").read_text() == (tmp_path / "one.json").read_text()
    one, two = (json.loads((tmp_path / f"{name}.config").read_text()) for name in ("one", "two"))
    assert one["versions"].items() <= two["versions"].items() and one["hash_config"] != two["hash_config"]
    with running_server(binary, tmp_path / "other") as ready:
        assert sign_in(ready, "user1@example.org").status_code == 200
        assert sign_in(ready, "user2@example.org").json()["error"]["message"] == "USER_DISABLED"


def test_csv_both_ways(binary, latchkey, empty, tmp_path):
    parameters, hashed, salt = EXAMPLES[SCRYPT]
    file = tmp_path / "users.csv"
    with file.open("w", newline="") as opened:
        writer = csv.writer(opened)
        writer.writerow([
            "ada", "ada@example.org", "true", text(hashed), text(salt), 'Ada, "L."', "https://example.org/a.png",
            "11", "g@example.org", "G", "", "", "", "", "", "77", "", "Ada at Twitter", "", "12", "", "", "",
            "1500000000123", "1600000000456", "+4915112345678", "", '{"role":"admin"}'])
        writer.writerow(["grace", "grace@example.org", "false", text(hashed), text(salt)] + [""] * 23)
    config = secret_file(tmp_path / "config.txt", console_block(parameters))
    done = latchkey("users", "import", file, "--hash-config", config, "--verify", "ada@example.org", typed=PASSWORD)
    assert "2 imported." in done.stdout
    shown = json.loads(latchkey("users", "get", "ada", "--json").stdout)
    assert shown["displayName"] == 'Ada, "L."' and shown["phoneNumber"] == "+4915112345678"
    assert {entry["provider"] for entry in shown["identities"]} == {"google.com", "twitter.com", "github.com"}
    with running_server(binary, tmp_path / "data") as ready:
        assert sign_in(ready, "ada@example.org").status_code == 200
        assert sign_in(ready, "grace@example.org").status_code == 200
        latchkey("users", "export", tmp_path / "out.csv", "--hash-config", tmp_path / "out.config")
    rows = list(csv.reader((tmp_path / "out.csv").open(newline="")))
    assert [row[0] for row in rows] == ["ada", "grace"]
    assert rows[0][5] == 'Ada, "L."' and rows[0][15] == "77" and rows[0][27] == '{"role":"admin"}'
    with running_server(binary, tmp_path / "other"):
        pass
    latchkey("users", "import", tmp_path / "out.csv", "--hash-config", tmp_path / "out.config", data="other")
    with running_server(binary, tmp_path / "other") as ready:
        assert sign_in(ready, "ada@example.org").status_code == 200


def test_an_import_that_was_killed_goes_on(binary, latchkey, empty, tmp_path):
    """Imports many users from a file that is larger than a page; the process is killed in the middle."""
    _, hashed, salt = EXAMPLES[5]
    config = secret_file(tmp_path / "config.json", json.dumps(EXAMPLES[5][0]))
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": [person(index, hashed, salt) for index in range(12000)]}))
    process = subprocess.Popen(
        [binary, "users", "import", str(file), "--hash-config", str(config), "--data", str(tmp_path / "data")],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(timeout=1.5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    report = tmp_path / "report.jsonl"
    latchkey("users", "import", file, "--hash-config", config, "--report", report)
    rows = [json.loads(line) for line in report.read_text().splitlines()]
    assert [row["row"] for row in rows] == list(range(1, 12001))
    assert {row["result"] for row in rows} <= {"created", "unchanged"}
    latchkey("users", "export", tmp_path / "out.json")
    assert len(json.loads((tmp_path / "out.json").read_text())["users"]) == 12000


def test_rows_that_cannot_be_imported_are_named(latchkey, empty, tmp_path):
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": [
        {"localId": "good", "email": "good@example.org"}, {"email": "nobody@example.org"}, {"localId": "bad", "email": "not an address"},
        {"localId": "taken", "email": "GOOD@example.org"}, {"localId": ["wrong"]}, {"localId": "hashed", "passwordHash": "AAAA"}]}))
    report = tmp_path / "report.jsonl"
    done = latchkey("users", "import", file, "--report", report, status=1)
    assert "1 imported, 5 refused." in done.stdout
    messages = [json.loads(line).get("message") for line in report.read_text().splitlines()]
    assert messages[:4] == [None, "localId is missing", "email is invalid", "email exists in other account in database"]
    assert "localId" in messages[4] and "parameters" in messages[5]
    for broken in ("{", '{"users": [{"localId": "a"}', '{"people": []}', "[1]", "no json"):
        file.write_text(broken)
        assert "not a file with users" in latchkey("users", "import", file, status=1).stderr


def test_a_report_overwrites_nothing(latchkey, empty, tmp_path):
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": [{"localId": "good", "email": "good@example.org"}]}))
    before = file.read_bytes()
    assert "already exists" in latchkey("users", "import", file, "--report", file, status=1).stderr
    assert file.read_bytes() == before


def test_an_import_that_found_no_users_does_not_take_the_reports_name(latchkey, empty, tmp_path):
    report = tmp_path / "report.jsonl"
    assert "does not exist" in latchkey("users", "import", tmp_path / "nofile.json", "--report", report, status=1).stderr
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": [{"localId": "good"}]}))
    latchkey("users", "import", file, "--report", report)
    assert json.loads(report.read_text())["result"] == "created"
    assert json.loads(latchkey("users", "import", file, "--report", "/dev/stdout").stdout.splitlines()[0])["result"] == "unchanged"


@pytest.mark.parametrize("parameters, complaint", [
    ({"algorithm": "PBKDF2_SHA256", "iterations": 100000}, "“iterations” is not a parameter of PBKDF2_SHA256"),
    ({"algorithm": "PBKDF2_SHA256"}, "rounds is missing"),
    ({"algorithm": "MD5", "rounds": 0, "iteratons": 5}, "“iteratons” is not a parameter of MD5"),
])
def test_misspelt_hash_parameters_are_refused(latchkey, empty, tmp_path, parameters, complaint):
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": []}))
    config = secret_file(tmp_path / "config.json", json.dumps(parameters))
    assert complaint in latchkey("users", "import", file, "--hash-config", config, status=1).stderr


@pytest.mark.parametrize("text", ["a shopping list\nmilk\neggs\n", json.dumps({"users": [{"localId": "a"}]}, indent=2)])
def test_a_file_that_is_no_csv_of_users_is_refused(latchkey, empty, tmp_path, text):
    file = tmp_path / "users.csv"
    file.write_text(text)
    assert "row 1 has" in latchkey("users", "import", file, status=1).stderr
    assert json.loads(latchkey("users", "list", "--json").stdout)["users"] == []


def test_an_identity_before_its_provider_is_told(latchkey, empty, tmp_path):
    users = tmp_path / "users.json"
    user = {"localId": "early", "providerUserInfo": [{"providerId": "oidc.acme", "rawId": "7"}]}
    users.write_text(json.dumps({"users": [user]}))
    said = latchkey("users", "import", users)
    assert "1 imported" in said.stdout and "oidc.acme cannot be configured while it exists" in said.stdout + said.stderr
    set_late = latchkey(
        "projects", "provider", "set", "oidc.acme", "--issuer", "https://login.example.com", "--key", "k", "--no-secret", status=1)
    assert "oidc.acme" in set_late.stderr


def test_an_imported_second_factor_of_a_disabled_kind_is_reported(latchkey, empty, tmp_path):
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": [
        {"localId": "a", "email": "a@example.org", "emailVerified": True, "mfaInfo": [{"mfaEnrollmentId": "m", "phoneInfo": "+15555550100"}]}]}))
    assert "second factor is kept but not required" in latchkey("users", "import", file).stdout


def test_refused_rows_are_named_however_many_others_are_warned_of(latchkey, empty, tmp_path):
    factor = {"emailVerified": True, "mfaInfo": [{"phoneInfo": "+15555550100"}]}
    users = [{"localId": f"u{index}", "email": f"u{index}@example.org", **factor} for index in range(12)]
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": [*users, {"localId": "bad", "email": "not an address"}, {"email": "nobody@example.org"}]}))
    told = latchkey("users", "import", file, status=1).stdout
    assert "12 imported, 2 refused." in told
    assert "row 13 (bad): refused: email is invalid" in told and "row 14: refused: localId is missing" in told
    assert told.count("the second factor is kept") == 1 and "12 users, the first in row 1 (u0)" in told
    assert "--report FILE" in told


def test_a_second_factor_moves_with_an_address_that_is_not_verified(latchkey, empty, tmp_path):
    """The state after an email address was changed: the account has a second factor and no verified address."""
    latchkey("projects", "set", "--sms-second-factor", "yes")
    factor = {"mfaInfo": [{"mfaEnrollmentId": "m", "phoneInfo": "+15555550100", "enrolledAt": "2024-05-06T07:08:09.123Z"}]}
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": [{"localId": "a", "email": "a@example.org", "emailVerified": False, **factor}]}))
    told = latchkey("users", "import", file).stdout
    assert "1 imported." in told and "the second factor is kept although no address of the account is verified" in told
    latchkey("users", "export", tmp_path / "out.json")
    [user] = json.loads((tmp_path / "out.json").read_text())["users"]
    assert user["mfaInfo"] == factor["mfaInfo"] and user["emailVerified"] is False


def csv_row(uid, email="", verified="false"):
    return ",".join([uid, email, verified] + [""] * 25) + "\n"


def test_a_damaged_row_of_a_csv_file_keeps_no_other_out(latchkey, empty, tmp_path):
    file = tmp_path / "users.csv"
    file.write_text("".join(csv_row(f"user{index:05}") for index in range(2500)) + "Total,2500\n" + csv_row("last"))
    report = tmp_path / "report.jsonl"
    done = latchkey("users", "import", file, "--report", report, status=1)
    assert "2501 imported, 1 refused." in done.stdout and "row 2501: refused: the row has 2 columns" in done.stdout
    rows = [json.loads(line) for line in report.read_text().splitlines()]
    assert [row["row"] for row in rows] == list(range(1, 2503))
    assert [row["row"] for row in rows if row["result"] != "created"] == [2501]


def test_an_import_of_a_truncated_file_reports_its_progress(latchkey, empty, tmp_path):
    users = ",".join(json.dumps({"localId": f"user{index:05}"}) for index in range(2500))
    file = tmp_path / "users.json"
    file.write_text('{"users": [' + users)
    report = tmp_path / "report.jsonl"
    done = latchkey("users", "import", file, "--report", report, status=1)
    assert "2500 imported." in done.stdout and "truncated" in done.stderr and "are kept" in done.stderr
    assert len(report.read_text().splitlines()) == 2500
    file.write_text('{"users": [' + users + "]}")
    assert "2500 existing, unchanged." in latchkey("users", "import", file).stdout


def test_an_unwritable_report_ends_the_import_with_a_summary(latchkey, empty, tmp_path):
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": [{"localId": f"user{index:05}"} for index in range(2500)]}))
    done = latchkey("users", "import", file, "--report", "/dev/full", status=1)
    told = int(done.stdout.split(" imported.")[0])
    assert "The report cannot be written completely" in done.stderr and 1000 <= told <= 2500
    latchkey("users", "export", tmp_path / "out.json")
    assert len(json.loads((tmp_path / "out.json").read_text())["users"]) == told


@pytest.mark.parametrize("header", ["", "UID,Email,Email Verified\n"])
def test_the_mark_before_a_csv_file_is_no_part_of_the_first_uid(latchkey, empty, tmp_path, header):
    file = tmp_path / "users.csv"
    file.write_text(header + csv_row("ada", "ada@example.org"), encoding="utf-8-sig")
    assert "1 imported." in latchkey("users", "import", file).stdout
    assert json.loads(latchkey("users", "get", "ada", "--json").stdout)["uid"] == "ada"


@pytest.mark.parametrize("uid, email", [("uid", ""), ("localId", "x@example.org")])
def test_a_user_named_like_a_column_is_no_header(latchkey, empty, tmp_path, uid, email):
    file = tmp_path / "users.csv"
    file.write_text(csv_row(uid, email))
    assert "1 imported." in latchkey("users", "import", file).stdout
    assert json.loads(latchkey("users", "get", uid, "--json").stdout)["uid"] == uid


@pytest.mark.parametrize("member", [{"customAuth": True}, {"emailLinkSignin": True}, {"screenName": "ada"}])
def test_members_without_a_csv_column_are_reported(latchkey, empty, tmp_path, member):
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": [{"localId": "ada", "createdAt": "1500000000000", **member}]}))
    latchkey("users", "import", file)
    assert "1 of them have data that this format cannot contain" in latchkey("users", "export", tmp_path / "out.csv").stderr


def test_hash_parameters_on_standard_output_stand_alone(latchkey, empty, tmp_path):
    done = latchkey("users", "export", tmp_path / "out.json", "--hash-config", "-")
    assert json.loads(done.stdout)["hash_config"]["hashAlgorithm"] == "SCRYPT" and "0 users written" in done.stderr
    config = secret_file(tmp_path / "config.json", done.stdout + "0 users written\n")
    refused = latchkey("users", "import", tmp_path / "out.json", "--hash-config", config, status=1).stderr
    assert "begin as JSON and are none" in refused


def test_an_export_takes_the_place_of_no_pipe_and_no_link(binary, latchkey, empty, tmp_path):
    pipe, link, target = tmp_path / "pipe", tmp_path / "link", tmp_path / "target"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    latchkey("users", "export", pipe)
    assert json.loads(os.read(reader, 65536)) == {"users": []} and stat.S_ISFIFO(pipe.stat().st_mode)
    os.close(reader)
    target.write_text("before")
    link.symlink_to(target)
    latchkey("users", "export", link)
    assert link.is_symlink() and json.loads(target.read_text()) == {"users": []}
    assert "same file" in latchkey("users", "export", link, "--hash-config", target, status=1).stderr


def test_a_failed_export_leaves_nothing_behind(latchkey, empty, tmp_path):
    latchkey("users", "export", tmp_path / "x.json", "--hash-config", tmp_path / "x.config", "--tenant", "missing", status=1)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("x.")] == []


@pytest.mark.parametrize("arguments, status", [(["users", "list", "--json"], 0), (["users", "export", "-"], 1)])
@pytest.mark.parametrize("signalled", [True, False])
def test_a_reader_that_goes_away_ends_no_command_in_the_middle(binary, empty, tmp_path, arguments, status, signalled):
    """As in `latchkey users list | true`, with the default SIGPIPE, which ends most programs, and with it ignored."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as nowhere:
        done = subprocess.run(
            [binary, *arguments, "--data", str(tmp_path / "data")], stdout=nowhere, stderr=subprocess.PIPE, text=True, timeout=60,
            check=False, restore_signals=signalled)
    assert done.returncode == status, done.stderr
    assert ("The output is incomplete: its reader exited" in done.stderr) == (status == 1)
    assert "Fatal" not in done.stderr and "NSCocoa" not in done.stderr


def test_a_back_end_imports_as_the_admin_sdks_do(binary, latchkey, tmp_path):
    with running_server(binary, tmp_path / "data") as ready:
        account = json.loads(latchkey("service-accounts", "create", "importer").stdout)
        back_end = AuthorizedSession(service_account.Credentials.from_service_account_info(
            account, scopes=["https://www.googleapis.com/auth/identitytoolkit"]))
        url = f"{ready['url']}/identitytoolkit.googleapis.com/v1/projects/{account['project_id']}/accounts:batchCreate"
        for index, (parameters, hashed, salt) in enumerate(EXAMPLES):
            # The SDKs write URL-safe Base64.
            user = {
                "localId": f"user{index}", "email": f"user{index}@example.org",
                "passwordHash": base64.urlsafe_b64encode(hashed).decode().rstrip("="), "salt": base64.urlsafe_b64encode(salt).decode()}
            answer = back_end.post(url, json={"users": [user], **parameters})
            assert answer.status_code == 200 and answer.json().get("error", []) == [], answer.text
            assert sign_in(ready, user["email"]).status_code == 200, parameters


@pytest.fixture
def tenants(binary, latchkey, tmp_path):
    """Two tenants of the project, created as an operator creates them."""
    with running_server(binary, tmp_path / "data") as ready:
        made = latchkey("service-accounts", "create", "back-end").stdout
        google = AuthorizedSession(service_account.Credentials.from_service_account_info(
            json.loads(made), scopes=["https://www.googleapis.com/auth/identitytoolkit"]))
        names = [
            google.post(f"{ready['url']}/v2/projects/default/tenants", json={"displayName": name, "allowPasswordSignup": True}, timeout=30)
            .json()["name"].split("/")[-1] for name in ("customer", "another")]
    return names


def test_users_move_into_a_tenant_and_out_of_it(binary, latchkey, tenants, tmp_path):
    """The same commands with --tenant: no user of the file is imported outside the tenant, and the project's own export says so."""
    one, two = tenants
    parameters, hashed, salt = EXAMPLES[SCRYPT]
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": [
        person(1, hashed, salt), person(2, hashed, salt, tenantId=one), person(3, hashed, salt, tenantId=two)]}))
    config = secret_file(tmp_path / "config.txt", console_block(parameters))
    report = tmp_path / "report.jsonl"
    done = latchkey("users", "import", file, "--hash-config", config, "--tenant", one, "--report", report, status=1)
    assert "2 imported, 1 refused." in done.stdout
    rows = [json.loads(line) for line in report.read_text().splitlines()]
    assert [row["result"] for row in rows] == ["created", "created", "refused"] and "enant" in rows[2]["message"]
    assert "0 imported" in latchkey("users", "import", file, "--hash-config", config, "--tenant", one, status=1).stdout

    assert json.loads(latchkey("users", "list", "--json").stdout)["users"] == []
    assert json.loads(latchkey("users", "list", "--json", "--tenant", two).stdout)["users"] == []
    listed = json.loads(latchkey("users", "list", "--json", "--tenant", one).stdout)["users"]
    assert [user["uid"] for user in listed] == ["user00001", "user00002"]
    assert json.loads(latchkey("users", "get", "user1@example.org", "--json", "--tenant", one).stdout)["uid"] == "user00001"
    assert "no account" in latchkey("users", "get", "user1@example.org", status=1).stderr
    with running_server(binary, tmp_path / "data") as ready:
        ask = {"email": "user1@example.org", "password": PASSWORD}
        url = f"{ready['url']}/v1/accounts:signInWithPassword?key={ready['apiKey']}"
        assert requests.post(url, json=ask, timeout=60).status_code == 400, "no user of the project itself"
        assert requests.post(url, json={**ask, "tenantId": one}, timeout=60).json()["localId"] == "user00001"

        latchkey("users", "import", file, "--hash-config", config, status=1)
        own = latchkey("users", "export", tmp_path / "own.json")
        assert [user["localId"] for user in json.loads((tmp_path / "own.json").read_text())["users"]] == ["user00001"]
        assert "2 accounts in 1 tenant" in own.stderr and f"--tenant {one}" in own.stderr
        assert f"--data {tmp_path / 'data'}" in own.stderr and "--hash-config FILE" in own.stderr
        whole = latchkey("users", "export", tmp_path / "own.json", "--hash-config", tmp_path / "own.config").stderr
        told = next(line for line in whole.splitlines() if f"--tenant {one}" in line).split("  (")[0].split()
        subprocess.run([binary, *told[1:]], cwd=tmp_path, check=True, capture_output=True)
        assert len(json.loads((tmp_path / f"{one}.json").read_text())["users"]) == 2
        assert "hash_config" in json.loads((tmp_path / f"{one}-hash-config.json").read_text())
        moved = latchkey("users", "export", tmp_path / "one.json", "--tenant", one)
        assert "accounts in" not in moved.stderr
        exported = json.loads((tmp_path / "one.json").read_text())["users"]
        assert [(user["localId"], user["tenantId"]) for user in exported] == [("user00001", one), ("user00002", one)]
        assert "Deleted user00001" in latchkey("users", "delete", "--yes", "user00001", "--tenant", one).stdout
    assert [user["uid"] for user in json.loads(latchkey("users", "list", "--json").stdout)["users"]] == ["user00001"]

    for command in (["import", file, "--hash-config", config], ["export", tmp_path / "x.json"], ["list"], ["get", "x"], ["delete", "x"]):
        for missing in ("missing", ""):
            refused = latchkey("users", *command, "--tenant", missing, status=1).stderr
            assert "has no tenant" in refused and one in refused and "POST /v2/projects/default/tenants" in refused, refused
    assert not (tmp_path / "x.json").exists()
