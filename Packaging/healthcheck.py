#!/usr/bin/env python3
"""Adds a health check to the configuration of an image: healthcheck.py LAYOUT

The check is an extension of Docker's, which OCI's specification allows and umoci cannot write. Docker runs it; Podman does with images of
Docker's format, and Kubernetes has probes of its own.
"""

import hashlib
import json
import pathlib
import sys

SECOND = 1_000_000_000
CHECK = {"Test": ["CMD", "/usr/bin/latchkey", "status"], "Interval": 30 * SECOND, "Timeout": 10 * SECOND, "StartPeriod": 30 * SECOND, "Retries": 3}


def main(layout):
    def file(digest):
        return layout / "blobs" / digest.replace(":", "/")

    def store(content):
        data = json.dumps(content, separators=(",", ":"), sort_keys=True).encode()
        digest = "sha256:" + hashlib.sha256(data).hexdigest()
        file(digest).write_bytes(data)
        return {"digest": digest, "size": len(data)}

    index_file = layout / "index.json"
    index = json.loads(index_file.read_text())
    for entry in index["manifests"]:
        manifest = json.loads(file(entry["digest"]).read_text())
        config = json.loads(file(manifest["config"]["digest"]).read_text())
        config["config"]["Healthcheck"] = CHECK
        for descriptor in (entry["digest"], manifest["config"]["digest"]):
            file(descriptor).unlink()
        manifest["config"].update(store(config))
        entry.update(store(manifest))
    index_file.write_text(json.dumps(index, separators=(",", ":"), sort_keys=True))


main(pathlib.Path(sys.argv[1]))
