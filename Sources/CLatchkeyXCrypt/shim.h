#ifndef LATCHKEY_XCRYPT_H
#define LATCHKEY_XCRYPT_H

#include <crypt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Hashes a phrase as the setting says and copies the result, NUL included, to `output`; returns its length, 0 when it did not work.
//
// `struct crypt_data` is large and has to be zero at first: it lives on the heap for one call, and is wiped.
static inline size_t latchkey_crypt(const char *phrase, const char *setting, char *output, size_t capacity) {
    struct crypt_data *data = calloc(1, sizeof *data);
    if (data == NULL) return 0;
    const char *made = crypt_rn(phrase, setting, data, sizeof *data);
    size_t length = made == NULL ? 0 : strlen(made);
    if (length >= capacity) length = 0;
    if (length > 0) memcpy(output, made, length + 1);
    explicit_bzero(data, sizeof *data);
    free(data);
    return length;
}

#endif
