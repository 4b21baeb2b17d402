"""Builds the cluster that docs/operate/cluster.md describes, in one temporary directory."""

import http.client
import json
import os
import pathlib
import pwd
import shutil
import signal
import ssl

from machines import ClusterError, Machine, Service, Supervisor, Watchdog, create_bridge, run, wait
from rendering import render, variables

DATABASES = {"db1": "10.87.0.11", "db2": "10.87.0.12", "db3": "10.87.0.13"}
APPS = {"app1": "10.87.0.21", "app2": "10.87.0.22"}
# A machine that is added later.
SPARE, SPARE_ADDRESS = "app3", "10.87.0.23"
FRONT, FRONT_ADDRESS, PORT = "front", "10.87.0.30", 443
# The front's address is that of clients; the harness asks each machine by its own.
CERTIFIED = [FRONT_ADDRESS, *APPS.values(), SPARE_ADDRESS]
CLIENTS = [f"10.87.0.{100 + number}" for number in range(12)]
PASSWORDS = {
    f"{name}_PASSWORD": f"{name.lower()}-of-the-test"
    for name in ("REST", "SUPERUSER", "REPLICATION", "REWIND", "CHATTERD")
}
# Seconds: until the cluster is whole at first, and after a fault.
BUILD_LIMIT, WHOLE_LIMIT = 90, 90
# ttl - safety_margin of patroni.yml, and how long a machine takes to start again.
WATCHDOG_SECONDS, BOOT_SECONDS = 6, 3
DATABASE_BYTES = "700M"
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
        self.haproxy = None
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
        certificates = self.directory / "database-certificate"
        self._give(certificates / "chatterd.crt", here / "server.crt")
        self._give(certificates / "chatterd.key", here / "server.key")
        self._give(certificates / "chatterd-ca.crt", here / "ca.crt")
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
            [("/etc/chatterd/", f"{here}/"), ("/var/lib/chatterd", data)], self.owner,
        )
        # The port of chatterd.socket, which systemd opens as root.
        run("ip", "netns", "exec", name, "sysctl", "-qw", "net.ipv4.ip_unprivileged_port_start=0")
        command = [
            self.before, "serve", "--config", file, "--listen", f"0.0.0.0:{PORT}", *self.options
        ]
        # RestartSec of chatterd.service.
        self.chatterd[name] = Service(
            machine, "chatterd", command, pause=2, environment={"HOME": str(data)}
        )
        self.supervisor.add(self.chatterd[name])

    def _give_certificate(self, machine):
        for file in ("chatterd.crt", "chatterd.key"):
            self._give(self.directory / "front-certificate" / file, machine.directory / file)

    def upgrade(self, name):
        """Starts the program in the place of the one before it, as a package does."""
        service, address = self.chatterd[name], self.machines[name].address
        starts = service.starts
        service.command = [self.program if w == self.before else w for w in service.command]
        service.send(signal.SIGTERM)
        started = lambda: service.starts > starts and self._is_ready(address)
        wait(f"chatterd of {name}", started, WHOLE_LIMIT)

    def renew_certificate(self):
        """Gives all servers a new certificate of the same authority."""
        self._certificate("front-certificate", CERTIFIED, "--force")
        for service in self.chatterd.values():
            self._give_certificate(service.machine)
            service.send(signal.SIGHUP)

    def served_certificates(self):
        """The certificates of all servers, in PEM."""
        return [
            ssl.get_server_certificate((service.machine.address, PORT))
            for service in self.chatterd.values()
        ]

    def add_server(self, name, address):
        """Starts another chatterd, then adds it to HAProxy's configuration."""
        self.machines[name] = Machine(name, address, self.directory)
        self._start_chatterd(name)
        wait(f"chatterd of {name}", lambda: self._is_ready(address), WHOLE_LIMIT)
        self._configure_haproxy({name: address})

    def remove_server(self, name):
        """Removes a chatterd from HAProxy's configuration, then ends it."""
        self._configure_haproxy({})
        service = self.chatterd.pop(name)
        service.wanted = False
        service.send(signal.SIGTERM)
        wait(f"the end of {name}", lambda: service.process.poll() is not None, WHOLE_LIMIT)

    def _configure_haproxy(self, added):
        """Writes the configuration with added servers, and reloads HAProxy."""
        self._write_haproxy(added)
        self.haproxy.send(signal.SIGUSR2)

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
        file = self.machines[primary].directory / "patroni.yml"
        run(
            "ip", "netns", "exec", primary, "setpriv", "--reuid", "postgres", "--regid", "postgres",
            "--clear-groups", "patronictl", "-c", file, "switchover", "--leader", primary, "--force",
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
