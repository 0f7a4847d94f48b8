"""Writes a manual page for each command, from the help of the program itself.

Usage: manual.py PROGRAM FOLDER VERSION
"""

import json
import os
import pathlib
import subprocess
import sys
import time


def escaped(text):
    """Text of a page: a backslash, a hyphen, and a dot or quote at the start of a line have a meaning in roff."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in text.split("\n"))


def name_of(option):
    return [("-" if name["kind"] == "short" else "--") + name["name"] for name in option["names"]]


def synopsis(argument):
    if argument["kind"] == "positional":
        text = f"\\fI{escaped(argument['valueName'])}\\fR" + (" ..." if argument["isRepeating"] else "")
    else:
        text = f"\\fB{escaped(name_of(argument)[-1])}\\fR"
        if argument["kind"] == "option":
            text += f" \\fI{escaped(argument['valueName'])}\\fR"
    return f"[{text}]" if argument["isOptional"] else text


def entry(argument):
    """A paragraph for an argument, with its values and its default."""
    if argument["kind"] == "positional":
        head = f"\\fI{escaped(argument['valueName'])}\\fR"
    else:
        head = ", ".join(f"\\fB{escaped(name)}\\fR" for name in name_of(argument))
        if argument["kind"] == "option":
            head += f" \\fI{escaped(argument['valueName'])}\\fR"
    lines = [".TP", head, escaped(argument.get("abstract", ""))]
    if argument.get("discussion"):
        lines.append(escaped(argument["discussion"]))
    if argument.get("allValues"):
        lines.append(f"The values are {escaped(', '.join(argument['allValues']))}.")
    if argument.get("defaultValue"):
        lines.append(f"The default is {escaped(argument['defaultValue'])}.")
    return lines


def page(command, version, date):
    path = [*command.get("superCommands", []), command["commandName"]]
    title = "-".join(path)
    shown = [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]
    children = [child for child in command.get("subcommands", []) if child["shouldDisplay"] and child["commandName"] != "help"]
    usage = ["\\fIcommand\\fR ..."] if children else [synopsis(argument) for argument in shown]
    lines = [
        f'.TH "{title.upper()}" 1 "{date}" "Latchkey {version}" "Latchkey"', ".nh", ".SH NAME",
        f"{escaped(title)} \\- {escaped(command.get('abstract', '').rstrip('.'))}", ".SH SYNOPSIS",
        f"\\fB{escaped(' '.join(path))}\\fR", *usage]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", *(escaped(part) + "\n.PP" for part in command["discussion"].split("\n\n"))]
    for heading, kinds in (("ARGUMENTS", ("positional",)), ("OPTIONS", ("option", "flag"))):
        entries = [line for argument in shown if argument["kind"] in kinds for line in entry(argument)]
        if entries:
            lines += [f".SH {heading}", *entries]
    if children:
        lines.append(".SH COMMANDS")
        for child in children:
            lines += [".TP", f"\\fB{escaped(child['commandName'])}\\fR", escaped(child.get("abstract", ""))]
    related = ["-".join(path[:-1])] * (len(path) > 1) + [f"{title}-{child['commandName']}" for child in children]
    if related:
        lines += [".SH SEE ALSO", *(f".BR {escaped(name)} (1)" for name in related)]
    return title, "\n".join(lines) + "\n", children


def main(program, folder, version):
    help_text = subprocess.run([program, "--experimental-dump-help"], capture_output=True, check=True, timeout=60).stdout
    moment = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    date = time.strftime("%Y-%m-%d", time.gmtime(moment))
    waiting = [json.loads(help_text)["command"]]
    while waiting:
        title, text, children = page(waiting.pop(), version, date)
        (pathlib.Path(folder) / f"{title}.1").write_text(text)
        waiting += children


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
