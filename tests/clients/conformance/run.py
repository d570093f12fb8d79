"""The protocol's conformance suite against the shop, over HTTP, in both protocol generations.

Usage: run.py PATH-OF-SHOP, where the suite is installed
"""

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
NODE = HERE / "node_modules/node/bin/node"
SUITE = HERE / "node_modules/@modelcontextprotocol/conformance/dist/index.js"
# Without sessions an older client has no streams to tell apart.
OLDER = "  - server-sse-multiple-streams\n"
RUNS = [
    ["--suite", "active", "--spec-version", "2025-11-25", "--expected-failures", HERE / "older.yml"],
    ["--suite", "active", "--spec-version", "2026-07-28", "--expected-failures", HERE / "expected.yml"],
    ["--scenario", "http-header-validation", "--spec-version", "2026-07-28"],
    ["--scenario", "input-required-result-unsupported-methods", "--spec-version", "2026-07-28"],
]


def main(shop):
    passed = failed = 0
    (HERE / "older.yml").write_text((HERE / "expected.yml").read_text() + OLDER)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "terminal"
        with log.open("w") as terminal:
            server = subprocess.Popen(
                [shop, "serve", "--http", "127.0.0.1:0", "--db", f"{folder}/shop.db"], stderr=terminal
            )
        try:
            for _ in range(200):
                if found := re.search(r"http://\S+/mcp", log.read_text()):
                    break
                time.sleep(0.05)
            for run in RUNS:
                suite = [NODE, SUITE, "server", "--url", found[0], *run]
                ran = subprocess.run(suite, capture_output=True, text=True, timeout=240)
                good = ran.returncode == 0
                passed, failed = passed + good, failed + (not good)
                print("ok:" if good else "FAILED:", *[str(part) for part in run[:4]])
                if not good:
                    print(ran.stdout[-6000:], ran.stderr[-2000:])
        finally:
            server.terminate()
            server.wait(timeout=20)
    print(f"conformance: {passed} passed, {failed} failed")
    return failed


sys.exit(bool(main(sys.argv[1])))
