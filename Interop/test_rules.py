"""`latchkey rules`: errors in rules, and what they allow, without a server."""

import json
import subprocess
import xml.etree.ElementTree

import pytest

RULES = """{
  "rules": {
    "users": {
      "$uid": {
        // users have their own data
        ".read": "auth !== null && auth.uid === $uid",
        ".write": "auth !== null && auth.uid === $uid",
        "name": {".validate": "newData.isString() && newData.val().length < 10"}
      }
    }
  }
}
"""
CASES = {
    "data": {"users": {"ada": {"name": "Ada"}}},
    "people": {"ada": {"uid": "ada", "provider": "password"}, "nobody": None},
    "cases": [
        {"as": "ada", "read": "/users/ada", "expect": "allow"},
        {"as": "nobody", "read": "/users/ada", "expect": "deny"},
        {"read": "/users/ada", "expect": "deny"},
        {"as": {"uid": "bob"}, "read": "/users/ada", "expect": "deny"},
        {"as": "ada", "write": "/users/ada/name", "value": "Countess", "expect": "allow"},
        {"name": "long names", "as": "ada", "write": "/users/ada/name", "value": "Countess of Lovelace", "expect": "deny"},
        {"as": "ada", "update": "/users", "value": {"ada/name": "A", "bob/name": "B"}, "expect": "deny"},
    ],
}


@pytest.fixture
def rules(binary, tmp_path):
    def run(command, *arguments, status=0, **files):
        for name, text in files.items():
            (tmp_path / f"{name}.json").write_text(text if isinstance(text, str) else json.dumps(text))
        done = subprocess.run(
            [binary, "rules", command, *arguments], capture_output=True, text=True, timeout=60, cwd=tmp_path, check=False)
        assert done.returncode == status, done.stdout + done.stderr
        return done

    return run


def test_right_rules_pass(rules):
    assert "the rules are valid" in rules("check", "rules.json", rules=RULES).stdout


def test_a_mistake_is_shown_at_its_place(rules):
    wrong = RULES.replace("auth.uid === $uid\",\n        \".write", "auth.uid === $user\",\n        \".write")
    said = rules("check", "rules.json", rules=wrong, status=1).stderr.splitlines()
    assert said[0].startswith("rules.json:6:") and "$user" in said[0]
    column = int(said[0].split(":")[2])
    assert wrong.splitlines()[5][column - 1:].startswith("$user")
    assert said[1] == "    " + wrong.splitlines()[5]
    assert said[2].index("^") == 4 + column - 1
    [problem] = json.loads(rules("check", "rules.json", "--json", status=1).stdout)["problems"]
    assert (problem["line"], problem["column"]) == (6, column)


def test_warnings_fail_the_check_with_the_option(rules):
    open_rules = '{"rules": {".read": true, "a": {".read": "auth !== null"}}}'
    assert "warning: rules.json:1:" in rules("check", "rules.json", rules=open_rules).stderr
    assert "--strict treats warnings as errors" in rules("check", "rules.json", "--strict", status=1).stdout


def test_a_property_that_is_called_is_told_to_be_one(rules):
    called = '{"rules": {".read": "auth.uid.length() > 1"}}'
    assert "leave the ( ) out" in rules("check", "rules.json", rules=called, status=1).stderr


def test_cases_that_hold(rules):
    said = rules("test", "rules.json", "cases.json", "--junit", "junit.xml", rules=RULES, cases=CASES).stdout.splitlines()
    assert said[-1] == "7 cases, 0 failed." and said[0] == "ok   ada reads /users/ada: allow"


def test_a_case_that_does_not_hold_is_explained(rules, tmp_path):
    wrong = {**CASES, "cases": [{"name": "<bob> & ada", "as": {"uid": "bob"}, "read": "/users/ada", "expect": "allow"}, CASES["cases"][0]]}
    said = rules("test", "rules.json", "cases.json", "--junit", "junit.xml", rules=RULES, cases=wrong, status=1).stdout
    assert "FAIL <bob> & ada: allow was expected" in said and '"bob"' in said and "2 cases, 1 failed." in said
    suite = xml.etree.ElementTree.parse(tmp_path / "junit.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert suite[0].get("name") == "<bob> & ada" and "bob" in suite[0].find("failure").text and suite[1].find("failure") is None
    first = json.loads(rules("test", "rules.json", "cases.json", "--json", status=1).stdout)[0]
    assert (first["passed"], first["explanation"]["isAllowed"]) == (False, False)


@pytest.mark.parametrize("cases, complaint", [
    ("{", "cases.json: Invalid data"), ({"cases": 1}, "“cases” is not an array"), ({"cases": [1]}, "Case 1: it is not an object"),
    ({"cases": [{"read": "/", "expect": "maybe"}]}, "neither \"allow\" nor \"deny\""),
    ({"cases": [{"read": "/", "write": "/", "expect": "deny"}]}, "one of “read”, “write” and “update”"),
    ({"cases": [{"read": "/a.b", "expect": "deny"}]}, "Invalid key"),
    ({"cases": [{"write": "/a", "expect": "allow"}]}, "a “write” has a “value”"),
    ({"cases": [{"as": "eve", "read": "/", "expect": "deny"}]}, "“people” has no member eve"),
    ({"cases": [{"raed": "/", "expect": "deny"}]}, "“raed” is not a member"),
    ({"cases": [{"read": "/", "query": {"limitToFirst": 0}, "expect": "deny"}]}, "must be positive"),
    ({"cases": []}, "or is empty"), ({"peple": {}, "cases": [{"read": "/", "expect": "deny"}]}, "“peple” is none of"),
    ({"cases": [{"as": 5, "read": "/", "expect": "deny"}]}, "“as” is neither a value of auth"),
    ({"people": {"ada": "ada"}, "cases": [{"as": "ada", "read": "/", "expect": "deny"}]}, "ada of “people” is neither"),
    ({"cases": [{"read": "/", "value": 1, "expect": "deny"}]}, "a “read” has no “value”"),
    ({"cases": [{"write": "/", "value": 1, "query": {}, "expect": "deny"}]}, "a “write” has no “query”"),
    ({"cases": [{"update": "/u", "value": {"a": 1, "b": 2, "a/b": 3}, "expect": "deny"}]}, "/a/b lies within /a"),
])
def test_wrong_cases_are_named(rules, cases, complaint):
    assert complaint in rules("test", "rules.json", "cases.json", rules=RULES, cases=cases, status=1).stderr
