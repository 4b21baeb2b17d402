"""The cluster that chatterd made, and databases in it."""
import os

from .processes import family, run

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Cluster:
    def __init__(self, data):
        self.socket = os.path.join(data, "postgresql", "socket")
        self.data = os.path.join(data, "postgresql", "data")

    def url(self, database, **parameters):
        """In the form that libpq and pgx understand."""
        words = {"host": self.socket, "port": "5432", "user": "chatterd", "dbname": database,
                 "sslmode": "disable", **parameters}
        return " ".join(f"{key}={value}" for key, value in words.items())

    def sql(self, database, text):
        return run(["psql", "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", "-d", self.url(database),
                    "-c", text])

    def create(self, database):
        self.sql("postgres", f'create database "{database}"')

    def create_yardstick(self, database):
        """A database with the yardsticks' table."""
        self.create(database)
        run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", self.url(database),
             "-f", os.path.join(HERE, "schema.sql")])

    def drop(self, database):
        self.sql("postgres", f'drop database if exists "{database}" with (force)')

    def settle(self):
        """Writes out what others have left to write: each measurement begins alike."""
        self.sql("postgres", "checkpoint")

    @property
    def postmaster(self):
        with open(os.path.join(self.data, "postmaster.pid"), encoding="ascii") as file:
            return int(file.readline())

    def processes(self):
        return family(self.postmaster)
