"""Planned changes, each under a constant load of posts: none of them may fail. See scripts/cluster."""

from cluster import FRONT_ADDRESS, PORT, WHOLE_LIMIT
from machines import wait
from steady_load import SteadyLoad
from users import Conversation

# Posts each second, and beside people.
RATE, SLOW_RATE = 1000, 2
FRONT = f"{FRONT_ADDRESS}:{PORT}"


def upgrades(cluster):
    """Another program on one machine after the other."""
    for name in list(cluster.chatterd):
        cluster.upgrade(name)
    # A machine that is added later has it, too.
    cluster.before = cluster.program


def switch_over(cluster):
    """Maintenance of the machine with the primary."""
    cluster.switch_over(cluster.primary())


def certificates(cluster):
    """New certificates on all machines."""
    before = set(cluster.served_certificates())
    cluster.renew_certificates()
    renewed = lambda: before.isdisjoint(cluster.served_certificates())
    wait("the new certificates on all machines", renewed, WHOLE_LIMIT)


def passwords(cluster):
    """Another role and password for the database."""
    cluster.replace_role()


def addition(cluster):
    cluster.add_server()


def removal(cluster):
    cluster.remove_server()


CHANGES = (
    ("upgrade of all chatterd", upgrades),
    ("switch-over of the primary", switch_over),
    ("new certificates", certificates),
    ("new database password", passwords),
    ("addition of a server", addition),
    ("removal of a server", removal),
)


def execute(cluster, load_program, client_program):
    """Makes all changes under a high load, and again beside people. Prints a table of each pass.

    A post is repeated by its client if the connection ends before the response. Returns whether no post
    failed, each is stored once, and people noticed nothing but a pause.
    """
    is_kept = make_changes(cluster, load_program, RATE)
    # `chatter list --follow` prints the whole timeline first.
    cluster.sql("truncate chatts", database="chatterd")
    with Conversation(cluster, client_program):
        is_kept &= make_changes(cluster, load_program, SLOW_RATE)
    return is_kept


def make_changes(cluster, load_program, rate):
    posts, failures = 0, 0
    count = "select count(*) from chatts where username = 'load'"
    before = int(cluster.sql(count, database="chatterd"))
    print(
        f"{f'change, {rate} posts/s':30} {'posts':>7} {'failed':>6} {'repeated':>8} {'p99 s':>6} "
        f"{'longest s':>9}"
    )
    for name, change in CHANGES:
        with SteadyLoad(load_program, cluster.authority, FRONT, rate, rate) as load:
            change(cluster)
            wait(f"whole after {name}", cluster.is_whole, WHOLE_LIMIT)
        report = load.report
        posts, failures = posts + report["responses"], failures + report["failed"]
        print(
            f"{name:30} {report['responses']:7} {report['failed']:6} "
            f"{report['repeated_by_client']:8} {report['p99_seconds']:6.2f} "
            f"{report['longest_seconds']:9.2f}", flush=True,
        )
        if load.errors:
            print(load.errors)
    stored = int(cluster.sql(count, database="chatterd")) - before
    print(f"{posts} posts acknowledged, {failures} failed, {stored} stored")
    return failures == 0 and stored == posts
