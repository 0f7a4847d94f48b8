#ifndef LATCHKEY_SQLITE_H
#define LATCHKEY_SQLITE_H

#include <sqlite3.h>

// Swift cannot call `sqlite3_config` and `sqlite3_db_config`, which have a variable number of arguments.

/// Stops counting SQLite's memory.
static inline int latchkey_sqlite_stop_counting_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Sets the number of bytes up to which the journal of a savepoint or statement is in memory.
static inline int latchkey_sqlite_keep_journals_in_memory(int bytes) {
    return sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, bytes);
}

/// Keeps the write-ahead log when the connection is the last one to close.
static inline int latchkey_sqlite_keep_wal(sqlite3 *db) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
