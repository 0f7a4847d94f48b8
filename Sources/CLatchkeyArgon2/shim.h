// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LATCHKEY_ARGON2_H
#define LATCHKEY_ARGON2_H

#include <argon2.h>

#endif
