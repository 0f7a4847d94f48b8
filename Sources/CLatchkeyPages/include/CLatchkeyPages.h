#ifndef CLATCHKEY_PAGES_H
#define CLATCHKEY_PAGES_H

#include <stddef.h>

/// A page file, embedded at compile time.
typedef struct {
    /// Folder and name, for example `Console/users.mustache`.
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t count;
} latchkey_page_file;

/// Returns the file at an index, or no file after the last one.
const latchkey_page_file *_Nullable latchkey_page_file_at(size_t index);

#endif
