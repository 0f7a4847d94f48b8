#ifndef LATCHKEY_ARGON2_H
#define LATCHKEY_ARGON2_H

#include <argon2.h>

#endif
