#ifndef LATCHKEY_VERSION_H
#define LATCHKEY_VERSION_H

/// Returns the version of the program: the Git tag of a release build.
const char *_Nonnull latchkey_version(void);

#endif
