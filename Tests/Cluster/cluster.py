"""Builds the cluster that docs/operate/cluster.md describes, in one temporary directory."""

import http.client
import json
import os
import pathlib
import pwd
import shutil
import signal
import ssl

from machines import (
    ClusterError, Machine, Service, Supervisor, Watchdog, children, create_bridge, run, wait,
)
from rendering import render, variables

DATABASES = {"db1": "10.87.0.11", "db2": "10.87.0.12", "db3": "10.87.0.13"}
APPS = {"app1": "10.87.0.21", "app2": "10.87.0.22"}
# Machines that are added later.
SPARES = {"app3": "10.87.0.23", "app4": "10.87.0.24"}
FRONT, FRONT_ADDRESS, PORT = "front", "10.87.0.30", 443
# The front's address is that of clients; the harness asks each machine by its own.
CERTIFIED = [FRONT_ADDRESS, *APPS.values(), *SPARES.values()]
CLIENTS = [f"10.87.0.{100 + number}" for number in range(12)]
PASSWORDS = {
    f"{name}_PASSWORD": f"{name.lower()}-of-the-test"
    for name in ("REST", "SUPERUSER", "REPLICATION", "REWIND", "CHATTERD")
}
# Seconds: until the cluster is whole at first, and after a fault.
BUILD_LIMIT, WHOLE_LIMIT = 90, 90
# ttl - safety_margin of patroni.yml, and how long a machine takes to start again.
WATCHDOG_SECONDS, BOOT_SECONDS = 6, 3
# More than etcd and the write-ahead log may take in an hour; a file system in memory.
DATABASE_BYTES = "3G"
# The roles of chatterd, one after the other. The first one owns the database.
ROLES = ("chatterd", "chatterd_b", "chatterd_c")
# Seconds for a statement, and for a request to a service.
SQL_LIMIT, REQUEST_LIMIT = 10, 3


class Cluster:
    def __init__(self, directory, program, before=None, asynchronous=False, options=()):
        """`before`: the program that runs until an upgrade. `options`: further ones of chatterd."""
        self.directory, self.program = pathlib.Path(directory), str(program)
        self.before, self.options = str(before or program), options
        self.asynchronous = asynchronous
        user = pwd.getpwnam("postgres")
        self.owner = (user.pw_uid, user.pw_gid)
        self.supervisor = Supervisor(BOOT_SECONDS)
        self.machines, self.patroni, self.etcd, self.chatterd = {}, {}, {}, {}
        self.haproxy, self.spare, self.role = None, None, ROLES[0]
        self.authority = self.directory / "front-certificate/chatterd-ca.crt"

    def build(self):
        create_bridge(CLIENTS)
        self._certificate("front-certificate", CERTIFIED)
        self._certificate("database-certificate", DATABASES.values())
        for name, address in {**DATABASES, **APPS, FRONT: FRONT_ADDRESS}.items():
            self.machines[name] = Machine(name, address, self.directory)
        self.supervisor.start()
        for name in DATABASES:
            self._start_etcd(name)
        wait("etcd", self._etcd_is_whole, BUILD_LIMIT)
        for name in DATABASES:
            self._start_patroni(name)
        wait("Patroni", self._patroni_is_whole, BUILD_LIMIT)
        self.sql("create role chatterd login password 'chatterd-of-the-test'")
        self.sql("create database chatterd owner chatterd")
        for name in APPS:
            self._start_chatterd(name)
        self._start_haproxy()
        wait("the cluster", self.is_whole, BUILD_LIMIT)

    def _certificate(self, name, addresses, *options):
        words = [word for address in addresses for word in ("--address", address)]
        run(self.program, "cert", "--out", self.directory / name, *words, *options)

    def _give(self, source, target, mode=0o600):
        """Copies a file for the user of the services."""
        shutil.copy(source, target)
        os.chmod(target, mode)
        os.chown(target, *self.owner)

    def _directory(self, path, mode=0o700):
        path.mkdir(mode=mode)
        os.chown(path, *self.owner)
        return path

    def _values(self, name):
        return {**PASSWORDS, "NODE_NAME": name, "NODE_ADDRESS": self.machines[name].address}

    def _start_etcd(self, name):
        machine = self.machines[name]
        # A file system of its own, so that a fault can fill it.
        disk = machine.directory / "disk"
        disk.mkdir()
        run("mount", "-t", "tmpfs", "-o", f"size={DATABASE_BYTES},mode=755", "tmpfs", disk)
        os.chown(disk, *self.owner)
        file = render(
            "etcd.conf", machine.directory / "etcd.conf", self._values(name),
            [("/var/lib/etcd/chatterd", disk / "etcd")],
        )
        self.etcd[name] = Service(machine, "etcd", ["/usr/bin/etcd"], environment=variables(file))
        self.supervisor.add(self.etcd[name])

    def _start_patroni(self, name):
        machine = self.machines[name]
        here = machine.directory
        self._give_database_certificate(machine)
        home = self._directory(here / "postgresql")
        watchdog = Watchdog(machine, self.owner, WATCHDOG_SECONDS)
        changes = [
            ("/var/lib/postgresql/15/chatterd", here / "disk/data"),
            ("/var/lib/postgresql/chatterd.pgpass", home / "chatterd.pgpass"),
            ("/run/postgresql", self._directory(here / "run", 0o755)),
            ("/etc/patroni/", f"{here}/"),
            ("device: /dev/watchdog", f"device: {watchdog.path}\n  driver: testing"),
        ]
        if self.asynchronous:
            changes += [
                ("synchronous_mode: true", "synchronous_mode: false"),
                ("synchronous_mode_strict: true", "synchronous_mode_strict: false"),
            ]
        file = render("patroni.yml", here / "patroni.yml", self._values(name), changes, self.owner)
        # Debian's unit starts as the user postgres, whose home is where libpq looks for files.
        self.patroni[name] = Service(
            machine, "patroni", ["/usr/bin/patroni", file], environment={"HOME": str(home)}
        )
        self.supervisor.watchdogs.append(watchdog)
        self.supervisor.add(self.patroni[name])

    def _start_chatterd(self, name):
        machine = self.machines[name]
        here = machine.directory
        data = self._directory(here / "data")
        self._give_certificate(machine)
        authority = self.directory / "database-certificate/chatterd-ca.crt"
        self._give(authority, here / "database-ca.crt")
        file = render(
            "chatterd.conf", here / "chatterd.conf", self._values(name),
            [
                ("/etc/chatterd/", f"{here}/"), ("/var/lib/chatterd", data),
                (login(ROLES[0]), login(self.role)),
            ],
            self.owner,
        )
        command = [self.before, "serve", "--config", file, *self.options]
        # The port of chatterd.socket, and RestartSec of chatterd.service.
        self.chatterd[name] = Service(
            machine, "chatterd", command, pause=2, environment={"HOME": str(data)}, port=PORT
        )
        self.supervisor.add(self.chatterd[name])

    def _give_database_certificate(self, machine):
        certificates = self.directory / "database-certificate"
        for file, copy in (
            ("chatterd.crt", "server.crt"), ("chatterd.key", "server.key"),
            ("chatterd-ca.crt", "ca.crt"),
        ):
            self._give(certificates / file, machine.directory / copy)

    def _give_certificate(self, machine):
        for file in ("chatterd.crt", "chatterd.key"):
            self._give(self.directory / "front-certificate" / file, machine.directory / file)

    def upgrade(self, name):
        """Starts the program in the place of the one before it, as a package does."""
        service = self.chatterd[name]
        service.command = [self.program if w == self.before else w for w in service.command]
        self._restart(name)

    def replace_role(self):
        """Lets all chatterd log in to the database as another role, and the one before no more."""
        before, self.role = self.role, ROLES[ROLES.index(self.role) + 1]
        password = PASSWORDS["CHATTERD_PASSWORD"]
        self.sql(f"create role {self.role} login password '{password}' in role chatterd")
        self.sql(f"alter role {self.role} set role chatterd")
        for name in self.chatterd:
            file = self.machines[name].directory / "chatterd.conf"
            file.write_text(file.read_text().replace(login(before), login(self.role)))
            self._restart(name)
        self.sql(f"alter role {before} nologin")
        sessions = f"select count(*) from pg_stat_activity where usename = '{before}'"
        wait(f"no session of {before}", lambda: self.sql(sessions) == "0", WHOLE_LIMIT)

    def _restart(self, name):
        service, address = self.chatterd[name], self.machines[name].address
        starts = service.starts
        service.restart()
        started = lambda: service.starts > starts and self._is_ready(address)
        wait(f"chatterd of {name}", started, WHOLE_LIMIT)

    def renew_certificates(self):
        """Gives all servers and databases new certificates of the same authorities."""
        self._certificate("front-certificate", CERTIFIED, "--force")
        for service in self.chatterd.values():
            self._give_certificate(service.machine)
            service.send(signal.SIGHUP)
        self._certificate("database-certificate", DATABASES.values(), "--force")
        for name in DATABASES:
            self._give_database_certificate(self.machines[name])
        self._patronictl(self.primary(), "reload", "chatterd", "--force")

    def served_certificates(self):
        """The certificates of all servers and databases, in PEM."""
        servers = [s.machine.address for s in self.chatterd.values()]
        return [
            *(ssl.get_server_certificate((address, PORT)) for address in servers),
            *(database_certificate(address) for address in DATABASES.values()),
        ]

    def add_server(self):
        """Starts another chatterd, then adds it to HAProxy's configuration."""
        name, address = next(one for one in SPARES.items() if one[0] not in self.machines)
        self.spare = name
        self.machines[name] = Machine(name, address, self.directory)
        self._start_chatterd(name)
        wait(f"chatterd of {name}", lambda: self._is_ready(address), WHOLE_LIMIT)
        self._configure_haproxy({name: address})

    def remove_server(self):
        """Removes the added chatterd from HAProxy's configuration, then ends it."""
        self._configure_haproxy({})
        name, service = self.spare, self.chatterd.pop(self.spare)
        service.switch_off()
        service.send(signal.SIGTERM)
        wait(f"the end of {name}", lambda: service.process.poll() is not None, WHOLE_LIMIT)

    def _configure_haproxy(self, added):
        """Writes the configuration with added servers, and reloads HAProxy.

        Until the process before no longer listens, it uses the servers of its configuration.
        """
        self._write_haproxy(added)
        master = self.haproxy.process.pid
        before = children(master)
        self.haproxy.send(signal.SIGUSR2)

        def is_reloaded():
            listening = run("ip", "netns", "exec", FRONT, "ss", "-Hltnp")
            return set(children(master)) - set(before) and not any(
                f"pid={process}," in listening for process in before
            )

        wait("the reload of HAProxy", is_reloaded, WHOLE_LIMIT)

    def _write_haproxy(self, added):
        here = self.machines[FRONT].directory
        last = f"    server {list(APPS)[-1]} {list(APPS.values())[-1]}:{PORT}"
        lines = [last, *(f"    server {name} {address}:{PORT}" for name, address in added.items())]
        return render(
            "haproxy.cfg", here / "haproxy.cfg", {},
            [
                ("/etc/haproxy/chatterd-ca.crt", here / "chatterd-ca.crt"),
                ("log /dev/log local0", ""), (last, "\n".join(lines)),
                # A container may not allow the descriptors for 20,000 connections.
                ("maxconn 20000", "maxconn 1000"),
            ],
        )

    def _start_haproxy(self):
        machine = self.machines[FRONT]
        here = machine.directory
        shutil.copy(self.authority, here / "chatterd-ca.crt")
        file = self._write_haproxy({})
        command = ["/usr/sbin/haproxy", "-W", "-f", file, "-p", here / "haproxy.pid"]
        self.haproxy = Service(machine, "haproxy", command, user=None)
        self.supervisor.add(self.haproxy)

    def sql(self, statement, name=None, database="postgres"):
        """Executes a statement as the superuser, by default on the primary."""
        here = self.machines[name or self.primary()].directory
        return run(
            "setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups",
            "/usr/lib/postgresql/15/bin/psql", "-XqAt", "-v", "ON_ERROR_STOP=1",
            "-h", here / "run", "-U", "postgres", "-d", database, "-c", statement, limit=SQL_LIMIT,
        ).strip()

    def postmaster(self, name):
        """The process id of PostgreSQL on a machine."""
        file = self.machines[name].directory / "disk/data/postmaster.pid"
        return int(file.read_text().split("\n", 1)[0])

    def members(self):
        """What Patroni reports about its members, from the first machine that responds."""
        for address in DATABASES.values():
            found = get_json(address, 8008, "/cluster")
            if found and found.get("members"):
                return found["members"]
        return []

    def primary(self):
        """The name of the machine with the primary."""
        leaders = [m["name"] for m in self.members() if m["role"] == "leader"]
        if len(leaders) != 1:
            raise ClusterError(f"no primary: {self.members()}")
        return leaders[0]

    def switch_over(self, primary):
        """Lets Patroni make the synchronous standby the primary."""
        self._patronictl(primary, "switchover", "--leader", primary, "--force")

    def _patronictl(self, name, *words):
        file = self.machines[name].directory / "patroni.yml"
        run(
            "ip", "netns", "exec", name, "setpriv", "--reuid", "postgres", "--regid", "postgres",
            "--clear-groups", "patronictl", "-c", file, *words,
        )

    def _etcd_is_whole(self):
        found = (get_json(address, 2379, "/health") for address in DATABASES.values())
        return all(health and str(health.get("health")) == "true" for health in found)

    def _patroni_is_whole(self):
        members = self.members()
        roles = sorted(member["role"] for member in members)
        expected = ["leader", "replica", "replica" if self.asynchronous else "sync_standby"]
        return (
            roles == expected
            and all(member["state"] in ("running", "streaming") for member in members)
            and len({member.get("timeline") for member in members}) == 1
            and self._standbys_stream()
        )

    def _standbys_stream(self):
        try:
            count = self.sql("select count(*) from pg_stat_replication where state = 'streaming'")
        except ClusterError:
            return False
        return count == "2"

    def is_whole(self):
        """Whether every service of every machine works."""
        return (
            self._etcd_is_whole()
            and self._patroni_is_whole()
            and all(self._is_ready(s.machine.address) for s in self.chatterd.values())
            and self._is_ready(FRONT_ADDRESS)
        )

    def _is_ready(self, address):
        context = ssl.create_default_context(cafile=self.authority)
        connection = http.client.HTTPSConnection(
            address, PORT, timeout=REQUEST_LIMIT, context=context
        )
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def stop(self):
        """Ends all programs. Namespaces and mounts end with this process's own namespaces."""
        self.supervisor.stop()
        for machine in self.machines.values():
            machine.kill_all()


def login(role):
    """The part of a connection string that names a role of chatterd."""
    return f"user={role} password={PASSWORDS['CHATTERD_PASSWORD']}"


def database_certificate(address):
    """The certificate of PostgreSQL, in PEM."""
    found = run(
        "openssl", "s_client", "-starttls", "postgres", "-connect", f"{address}:5432",
        limit=SQL_LIMIT,
    )
    if not (body := found.partition("-----BEGIN")[2].partition("-----END")[0]):
        raise ClusterError(f"no certificate of the database at {address}: {found}")
    return body


def get_json(address, port, path):
    """The JSON object of a service, or None if it does not respond."""
    connection = http.client.HTTPConnection(address, port, timeout=REQUEST_LIMIT)
    try:
        connection.request("GET", path)
        return json.loads(connection.getresponse().read())
    except (OSError, ValueError, http.client.HTTPException):
        return None
    finally:
        connection.close()
