// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

// oauth.h uses size_t without including what declares it.
#include <stddef.h>
#include <oauth.h>
