"""Writes users into the database of a stopped PocketBase: pocketbase_users.py FILE COUNT"""

import sqlite3
import sys

INSERT = """
    INSERT INTO users (id, email, emailVisibility, verified, name, password, tokenKey, avatar, created, updated)
    VALUES (?, ?, FALSE, TRUE, ?, '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy', ?, '', ?, ?)
"""
MADE = "2023-11-14 22:13:20.000Z"


def user(index):
    return (f"u{index:014}", f"user{index}@example.com", f"User Number {index}", f"{index:050}", MADE, MADE)


database = sqlite3.connect(sys.argv[1])
with database:
    database.executemany(INSERT, map(user, range(int(sys.argv[2]))))
database.close()
