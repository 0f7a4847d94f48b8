#ifndef CLATCHKEY_PAGES_H
#define CLATCHKEY_PAGES_H

#include <stddef.h>

/// A file of a page, as it was when the program was compiled.
typedef struct {
    /// Folder and name, for example `Console/users.mustache`.
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t count;
} latchkey_page_file;

/// The file at a place; none behind the last.
const latchkey_page_file *_Nullable latchkey_page_file_at(size_t index);

#endif
