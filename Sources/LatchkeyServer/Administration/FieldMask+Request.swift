// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import LatchkeyIdentity
import LatchkeyWire

extension Request {
    /// What a `PATCH` changes.
    func fieldMask(over body: [UInt8]) throws -> FieldMask {
        let query = uri.queryParameters
        return try FieldMask((query["updateMask"] ?? query["update_mask"]).map(String.init), body: body)
    }
}

extension FieldMask {
    /// Refuses what cannot be changed: a change that is not made must not look as if it were.
    ///
    /// - Throws: ``SignInError`` with `INVALID_ARGUMENT`.
    func require(_ known: Set<String>) throws {
        guard let stranger = stranger(to: known) else { return }
        throw SignInError(
            .init(rawValue: "INVALID_ARGUMENT"),
            message: "\(stranger.prefix(64)) cannot be changed here; \(known.sorted().joined(separator: ", ")) can.")
    }
}
