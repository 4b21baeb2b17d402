"""The rounds of a workload."""
from .measuring import Samples


def in_rounds(bench, contenders, settle=False):
    """Alternates the contenders; each is a name and a function that makes one measurement."""
    samples = {name: Samples(name) for name, _ in contenders}
    for number in range(bench.rounds):
        for name, measure in contenders:
            if settle:
                bench.cluster.settle()
            made = measure()
            samples[name].rounds.append(made)
            bench.log(f"  round {number + 1}: {name} {made.rate:.0f}/s"
                      + (f", FAILURES {made.failures}: {made.reason}" if made.failures else ""))
    return samples
