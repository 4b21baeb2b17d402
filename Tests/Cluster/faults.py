"""Faults and planned changes. Each returns what ends it, or None if nothing must be ended."""

import errno
import os
import pathlib
import signal

from cluster import APPS, DATABASES
from machines import ClusterError, children, send

# Seconds for which a program is stopped or a cable is out: shorter and longer than a lease.
PAUSE_MIN, PAUSE_MAX = 1, 14
# Seconds without power after which another primary has been elected for certain.
LONG_OFF = 30
# Attempts to take what is free on a disk while other programs write to it.
FILL_ATTEMPTS = 50


def _standby(cluster, random):
    primary = cluster.primary()
    return random.choice([name for name in DATABASES if name != primary])


def _postgres(cluster, name, number):
    """Sends a signal to PostgreSQL with all its processes."""
    postmaster = cluster.postmaster(name)
    for process in [postmaster, *children(postmaster)]:
        send(process, number)


def _services(cluster, random):
    """A service of each kind, by the name in the table."""
    return {
        "chatterd": lambda: cluster.chatterd[random.choice(list(APPS))],
        "Patroni of the primary": lambda: cluster.patroni[cluster.primary()],
        "Patroni of a standby": lambda: cluster.patroni[_standby(cluster, random)],
        "etcd": lambda: cluster.etcd[random.choice(list(DATABASES))],
        "HAProxy": lambda: cluster.haproxy,
    }


def _targets(cluster, random):
    return {
        "primary": cluster.primary,
        "standby": lambda: _standby(cluster, random),
    }


def kill(cluster, random, what):
    if what in ("primary", "standby"):
        name = _targets(cluster, random)[what]()
        send(cluster.postmaster(name), signal.SIGKILL)
        return name, None
    service = _services(cluster, random)[what]()
    # HAProxy's master and worker: the worker has the sockets.
    for process in [*children(service.process.pid), service.process.pid]:
        if what == "HAProxy" or process == service.process.pid:
            send(process, signal.SIGKILL)
    return service.machine.name, None


def stop(cluster, random, what):
    if what in ("primary", "standby"):
        name = _targets(cluster, random)[what]()
        postmaster = cluster.postmaster(name)
        processes = [postmaster, *children(postmaster)]
    else:
        service = _services(cluster, random)[what]()
        name, processes = service.machine.name, [service.process.pid]
        if what == "HAProxy":
            processes += children(service.process.pid)
    for process in processes:
        send(process, signal.SIGSTOP)

    def heal():
        for process in processes:
            send(process, signal.SIGCONT)

    return name, heal


def _machine(cluster, random, what):
    if what in ("primary", "standby"):
        return cluster.machines[_targets(cluster, random)[what]()]
    return cluster.machines[random.choice(list(APPS))]


def cut(cluster, random, what):
    machine = _machine(cluster, random, what)
    machine.cut()
    return machine.name, machine.connect


def power(cluster, random, what):
    machine = _machine(cluster, random, what)
    cluster.supervisor.power_off(machine)
    return machine.name, None


def fill(cluster, random, what):
    """Fills the disk of etcd and PostgreSQL."""
    machine = _machine(cluster, random, what)
    file = pathlib.Path(machine.directory) / "disk/filling"
    with open(file, "wb") as target:
        for _ in range(FILL_ATTEMPTS):
            state = os.statvfs(file)
            try:
                os.posix_fallocate(target.fileno(), 0, max(1, state.f_bavail * state.f_frsize))
                return machine.name, file.unlink
            except OSError as error:
                # Less is free now, and nothing was taken.
                if error.errno != errno.ENOSPC:
                    raise
    raise ClusterError(f"the disk of {machine.name} is written to all the time")


def restart(cluster, random, what):
    """Ends a service in order and starts it again, as an upgrade does."""
    service = _services(cluster, random)[what]()
    service.restart()
    return service.machine.name, None


def switch_over(cluster, random, what):
    """Makes a standby the primary, as before maintenance of a machine."""
    primary = cluster.primary()
    cluster.switch_over(primary)
    return primary, None


# The faults, with how long they last: None if the fault is over at once.
PAUSE = (PAUSE_MIN, PAUSE_MAX)
FAULTS = [
    *((kill, "kill", what, None) for what in (
        "chatterd", "primary", "standby", "Patroni of the primary", "Patroni of a standby", "etcd",
        "HAProxy",
    )),
    *((stop, "stop", what, PAUSE) for what in (
        "chatterd", "primary", "standby", "Patroni of the primary", "Patroni of a standby", "etcd",
    )),
    (stop, "stop", "HAProxy", (PAUSE_MIN, 4)),
    *((cut, "cut off", what, PAUSE) for what in ("primary", "standby", "machine of chatterd")),
    *((power, "power off", what, None) for what in ("primary", "standby", "machine of chatterd")),
    *((fill, "fill the disk of", what, PAUSE) for what in ("primary", "standby")),
    (restart, "restart", "chatterd", None),
    (switch_over, "switch over", "primary", None),
]


def schedule(random):
    """Yields all faults in random order, again and again."""
    while True:
        order = FAULTS[:]
        random.shuffle(order)
        yield from order


def break_asynchronous(cluster, stored, wait):
    """Loses acknowledged posts: the primary ends before its standbys have them."""
    primary = cluster.primary()
    senders = [
        int(line)
        for line in cluster.sql("select pid from pg_stat_replication", primary).split()
    ]
    for process in senders:
        send(process, signal.SIGSTOP)
    before = stored()
    wait(lambda: stored() >= before + 10)
    cluster.supervisor.power_off(cluster.machines[primary], LONG_OFF)
    return primary, None


def break_second_primary(cluster, stored, wait):
    """Keeps an old primary beside the new one, without a watchdog, and lets it commit alone."""
    primary = cluster.primary()
    patroni = cluster.patroni[primary].process.pid
    cluster.supervisor.has_watchdog = False
    send(patroni, signal.SIGSTOP)
    cluster.sql("alter system set synchronous_standby_names = ''", primary)
    send(cluster.postmaster(primary), signal.SIGHUP)

    def elected():
        try:
            return cluster.primary() != primary
        except ClusterError:
            return False

    wait(elected)
    before = stored()
    wait(lambda: stored() >= before + 10)
    # Patroni could take the lock back if it continued.
    return primary, lambda: cluster.supervisor.power_off(cluster.machines[primary], LONG_OFF)


BREAKS = {"asynchronous": break_asynchronous, "second-primary": break_second_primary}
