#ifndef LATCHKEY_SQLITE_H
#define LATCHKEY_SQLITE_H

#include <sqlite3.h>

/// Stops counting SQLite's memory. Swift cannot call `sqlite3_config`, which has a variable number of arguments.
static inline int latchkey_sqlite_stop_counting_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
