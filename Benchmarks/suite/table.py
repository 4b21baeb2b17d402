"""The one table."""
import statistics
from dataclasses import dataclass, field
from typing import Callable, Optional


@dataclass
class Aim:
    """Ratios to the yardstick and to the peer, or a limit for the figure itself."""

    yardstick: Optional[float] = None
    peer: Optional[float] = None
    limit: Optional[float] = None
    less_is_better: bool = False


@dataclass
class Row:
    title: str
    unit: str
    aim: Aim
    value: Callable = lambda measure: measure.rate
    samples: dict = field(default_factory=dict)
    fixed: dict = field(default_factory=dict)
    note: str = ""
    yardstick_name: str = "nginx"
    has_costs: bool = True
    failures: int = 0

    def figure(self, name):
        """The median over the rounds."""
        if name in self.fixed:
            return self.fixed[name]
        if name in self.samples:
            return statistics.median(self.value(made) for made in self.samples[name].rounds)
        return None

    def ratio(self, name):
        """The median of the rounds' ratios: a disturbance of a round affects both sides of it."""
        if name in self.fixed and "chatterd" in self.fixed:
            return self.fixed["chatterd"] / self.fixed[name] if self.fixed[name] else None
        if name not in self.samples or "chatterd" not in self.samples:
            return None
        pairs = zip(self.samples["chatterd"].rounds, self.samples[name].rounds)
        ratios = [self.value(own) / self.value(other) for own, other in pairs if self.value(other)]
        return statistics.median(ratios) if ratios else None

    def failed(self):
        return self.failures + sum(
            made.failures for sample in self.samples.values() for made in sample.rounds)

    def is_measured(self):
        return self.figure("chatterd") is not None


def _number(value):
    if value is None:
        return "-"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}"


def _ratio(value):
    return "-" if value is None else f"{value:.2f}"


def _aim(value, less):
    if value is None:
        return "-"
    return f"below {value:g}" if less else f"{value:g}"


def _is_met(value, aim, less):
    if aim is None or value is None:
        return "-"
    return "met" if (value <= aim if less else value >= aim) else "**not met**"


def _costs(row):
    """Processor seconds for 1,000 requests, the server's and PostgreSQL's; or what perf counted."""
    cells = []
    for name in ("chatterd", row.yardstick_name, "peer"):
        sample = row.samples.get(name) if row.has_costs else None
        if sample is None:
            cells.append("-")
            continue
        calls, allocations = (sample.per_request(of) for of in ("system_calls", "allocations"))
        if calls:
            # Go's allocations are not libc's.
            cells.append(f"{calls:.1f}, {allocations:.0f}" if allocations else f"{calls:.1f}")
            continue
        server, database = (1000 * sample.per_request(of) for of in ("server_cpu", "database_cpu"))
        text = f"{server:.3f}" if server else ""
        if database >= 0.0005:
            text += f" + {database:.3f}" if text else f"{database:.3f} PostgreSQL"
        cells.append(text or "0")
    return cells


HEADS = ["workload", "unit", "chatterd", "yardstick", "ratio", "aim", "", "Go peer", "ratio", "aim",
         ""]


def table(rows, costs):
    """`costs`: what the columns of `_costs` are."""
    heads = [*HEADS, f"{costs}: chatterd", "yardstick", "peer", "note"]
    lines = ["| " + " | ".join(heads) + " |",
             "|---|---|" + "---:|---:|---:|---:|---|" + "---:|---:|---:|---|" + "---:|---:|---:|---|"]
    for row in rows:
        aim, own = row.aim, row.figure("chatterd")
        other = row.figure(row.yardstick_name)
        beside, beside_peer = row.ratio(row.yardstick_name), row.ratio("peer")
        if aim.limit is None:
            wanted = [_aim(aim.yardstick, aim.less_is_better),
                      _is_met(beside, aim.yardstick, aim.less_is_better)]
        else:
            wanted = [f"{'at most' if aim.less_is_better else 'at least'} {aim.limit:g} {row.unit}",
                      _is_met(own, aim.limit, aim.less_is_better)]
        yardstick = _number(other)
        if other is not None and row.yardstick_name != "nginx":
            yardstick += f" ({row.yardstick_name})"
        note = row.note
        if row.failed():
            note = f"**{row.failed()} FAILURES** {note}".strip()
        cells = [row.title, row.unit, _number(own), yardstick, _ratio(beside), *wanted,
                 _number(row.figure("peer")), _ratio(beside_peer),
                 _aim(aim.peer, aim.less_is_better),
                 _is_met(beside_peer, aim.peer, aim.less_is_better), *_costs(row), note]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
