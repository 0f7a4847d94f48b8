#ifndef CLATCHKEY_EDITOR_H
#define CLATCHKEY_EDITOR_H

#include "CLatchkeyPages.h"

/// Returns the file of the code editor at an index, or no file after the last one.
const latchkey_page_file *_Nullable latchkey_editor_file_at(size_t index);

#endif
