"""The table of a run."""

import statistics


def outage(posts, begin, end):
    """The longest time without an acknowledged post between two times, in seconds."""
    times = sorted(post.ended for post in posts if post.outcome == "stored")
    inside = [time for time in times if begin <= time <= end]
    if not inside:
        return end - begin
    return max(later - earlier for earlier, later in zip([begin, *inside], inside))


def table(faults, history):
    """Lines with faults by kind and target: how often, and how long no post succeeded.

    `faults` has (kind, target, begin, end, failed requests) for each fault.
    """
    rows = {}
    for kind, what, begin, end, failed in faults:
        rows.setdefault(f"{kind} {what}", []).append((outage(history.posts, begin, end), failed))
    yield f"{'fault':40} {'count':>5} {'median s':>9} {'worst s':>8} {'failed requests':>16}"
    for name in sorted(rows):
        outages = [seconds for seconds, _ in rows[name]]
        failed = sum(count for _, count in rows[name])
        yield (
            f"{name:40} {len(outages):5} {statistics.median(outages):9.1f} "
            f"{max(outages):8.1f} {failed:16}"
        )
    outages = [seconds for row in rows.values() for seconds, _ in row]
    if outages:
        failed = sum(count for row in rows.values() for _, count in row)
        yield (
            f"{'all':40} {len(outages):5} {statistics.median(outages):9.1f} "
            f"{max(outages):8.1f} {failed:16}"
        )
