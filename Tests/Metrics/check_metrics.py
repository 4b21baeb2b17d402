"""Compares the metrics of a server with the dashboard, the alert rules and the documentation.

    check_metrics.py METRICS PANELS

Reads /metrics with the parser of Prometheus' own client, and writes the
expressions of the dashboard to PANELS as recording rules, which promtool can check.
"""

import json
import re
import sys
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families as families

ROOT = Path(__file__).parents[2]
NAME = re.compile(r"\b(?:chatterd|process)_[a-z_]+\b")
SUFFIX = re.compile(r"_(?:bucket|sum|count|total)$")


def family(name: str) -> str:
    return SUFFIX.sub("", name)


def main() -> int:
    metrics, panels = (Path(word) for word in sys.argv[1:])
    names = {family(found.name) for found in families(metrics.read_text())}
    faults = []

    dashboard = json.loads((ROOT / "deploy/monitoring/grafana.json").read_text())
    expressions = [
        target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])
    ]
    shown = {family(name) for text in expressions for name in NAME.findall(text)}
    rules = (ROOT / "deploy/monitoring/alerts.yml").read_text()
    watched = {
        family(name) for line in rules.splitlines() if "summary:" not in line
        for name in NAME.findall(line)
    }
    documentation = (ROOT / "docs/operate/metrics.md").read_text()
    explained = {family(name) for name in NAME.findall(documentation)}

    for name in sorted(names - shown):
        faults.append(f"{name} is not in the dashboard")
    for name in sorted(names - explained):
        faults.append(f"{name} is not in docs/operate/metrics.md")
    for name in sorted((shown | watched | explained) - names):
        faults.append(f"{name} is used, but /metrics does not have it")

    lines = ["groups:", "  - name: panels", "    rules:"]
    for number, text in enumerate(expressions):
        text = text.replace("$__rate_interval", "5m").replace("$instance", ".*")
        lines += [f"      - record: panel_{number}", f"        expr: {json.dumps(text)}"]
    panels.write_text("\n".join(lines) + "\n")

    for fault in faults:
        print(f"check_metrics: {fault}", file=sys.stderr)
    return 1 if faults or not expressions else 0


if __name__ == "__main__":
    sys.exit(main())
