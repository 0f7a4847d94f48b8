#ifndef LATCHKEY_SQLITE_H
#define LATCHKEY_SQLITE_H

#include <sqlite3.h>

// Swift cannot call `sqlite3_config`, which has a variable number of arguments.

/// Stops counting SQLite's memory.
static inline int latchkey_sqlite_stop_counting_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Sets the number of bytes up to which the journal of a savepoint or statement is in memory.
static inline int latchkey_sqlite_keep_journals_in_memory(int bytes) {
    return sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, bytes);
}

#endif
