"""Prints what sslyze and testssl.sh found in the given directories, and fails if there is anything.

Usage: findings.py DIRECTORY...      each with sslyze.txt and, unless it is rsa-scan, testssl.json
"""

import json
import pathlib
import re
import sys

# testssl.sh looks at the page alone, which is compressed, and has neither a secret nor anything that
# a request has sent: its length says nothing.
PAGE = {"BREACH"}
# A private authority's certificates are valid as long as phones allow (825 days), and nobody
# publishes what is revoked: a phone that trusts the authority would not ask.
EXPECTED = {"own": PAGE | {"maximum_certificate_lifespan", "cert_revocation"}, "p256": PAGE}

# The last result of each group of checks: without it, the scan was not complete.
REQUIRED = {"TLS1_3", "cipher_order", "cert_chain_of_trust", "HTTP_status_code", "RC4"}


def sslyze(directory):
    """Yields the name and text of each difference from Mozilla's configuration."""
    text = (directory / "sslyze.txt").read_text(encoding="utf-8")
    verdict = re.search(r"^ +\S+: (OK|FAILED) - (Compliant|Not compliant)", text, re.MULTILINE)
    differences = re.findall(
        r"^ +\* (\w+): (.*)$", text[verdict.end():] if verdict else "", re.MULTILINE)
    if verdict is None or (verdict[1] == "OK") != (not differences):
        errors = (directory / "sslyze.err").read_text(encoding="utf-8")
        yield "sslyze", "did not complete: " + (text + errors)[-2000:]
    yield from differences


def testssl(directory):
    """Yields the name and text of each finding of medium or higher severity."""
    if directory.name == "rsa-scan":
        return  # Differs from p256 only in what sslyze reports.
    try:
        results = json.loads((directory / "testssl.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        results = [{"id": "testssl.sh", "severity": "FATAL", "finding": str(error)}]
    for result in results:
        if result["severity"] in ("MEDIUM", "HIGH", "CRITICAL", "FATAL"):
            yield result["id"], f"{result['severity']}: {result['finding']}"
    if missing := REQUIRED - {result["id"] for result in results}:
        output = (directory / "testssl.txt").read_text(encoding="utf-8", errors="replace")
        yield "testssl.sh", f"did not complete ({', '.join(sorted(missing))}): {output[-2000:]}"


def main(directories):
    count = 0
    for directory in directories:
        name = directory.name.removesuffix("-scan")
        for scanner in (sslyze, testssl):
            for check, text in scanner(directory):
                if check not in EXPECTED.get(name, ()):
                    count += 1
                    print(f"{name}: {scanner.__name__}: {check}: {text}", file=sys.stderr)
    if count > 0:
        return 1
    print(f"tls: {len(directories)} certificates, no findings")
    return 0


sys.exit(main([pathlib.Path(argument) for argument in sys.argv[1:]]))
