// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyRealtime

/// On whose behalf a client of the database comes, and for how long.
struct DatabaseCaller: Sendable {
    var requester: Requester
    /// When the credential ends; nil for one that does not.
    var expiresAt: Date?

    static let nobody = DatabaseCaller(requester: .nobody)
}
