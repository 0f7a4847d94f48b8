#include "latchkey_version.h"

// Scripts/build-release defines it. In C, because another definition compiles only this file again.
#ifndef LATCHKEY_VERSION
#define LATCHKEY_VERSION "0.0.0+unreleased"
#endif

const char *latchkey_version(void) {
    return LATCHKEY_VERSION;
}
