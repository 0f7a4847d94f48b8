// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// Mails are counted where they are asked for, and no longer by the codes that wait.
enum V19 {
    static let schema = "DROP INDEX one_time_code_by_recipient;"
}
