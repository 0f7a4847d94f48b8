// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTree

/// The rules that guard a database.
public struct SecurityRules: Sendable {}
