"""The tables of a server's store, for tests that look at them or change them.

The store is in SQLite, or in PostgreSQL if the tests run with Scripts/with-postgres.
"""

import contextlib
import hashlib
import os
import sqlite3

# How psycopg connects to the PostgreSQL server of the tests; empty for SQLite.
POSTGRES = os.environ.get("LATCHKEY_TEST_STORE", "")

_COLUMNS_IN_POSTGRES = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, ordinal_position"
_COLUMNS_IN_SQLITE = "SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table' ORDER BY 1, c.cid"


class StoredTables:
    def __init__(self, connection):
        self._cursor = connection.cursor()

    def execute(self, sql, values=()):
        """Runs a statement, with `?` in place of each value; returns the cursor."""
        self._cursor.execute(_statement(sql), values)
        return self._cursor

    def execute_many(self, sql, rows):
        self._cursor.executemany(_statement(sql), rows)

    def collect_statistics(self):
        """Does what PostgreSQL does by itself within a minute after many rows were added. It chooses wrong indexes before."""
        if POSTGRES:
            self.execute("ANALYZE")

    def columns(self):
        """The columns of all tables as pairs of names."""
        return self.execute(_COLUMNS_IN_POSTGRES if POSTGRES else _COLUMNS_IN_SQLITE).fetchall()


@contextlib.contextmanager
def stored_tables(data):
    """Opens the store of a data folder, and commits the changes at the end."""
    with contextlib.closing(_connect(data)) as connection, connection:
        yield StoredTables(connection)


def _connect(data):
    if not POSTGRES:
        return sqlite3.connect(os.path.join(data, "latchkey.db"), timeout=20)
    import psycopg  # It needs libpq, which tests with SQLite do not.

    # As in Scripts/with-postgres.
    name = hashlib.md5(os.path.realpath(data).encode() + b"\n").hexdigest()
    return psycopg.connect(f"{POSTGRES} dbname=d{name}")


def _statement(sql):
    return sql.replace("?", "%s") if POSTGRES else sql
