// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeyWire
import Synchronization

/// What administrators sent about tenants and the store has no place for: an emulator gives `mfaConfig` and `testPhoneNumbers` back as
/// they came.
final class TenantForms: Sendable {
    struct Form: Sendable {
        var mfaConfig: MfaConfig?
        var testPhoneNumbers: [String: String]?
    }

    private let forms = Mutex<[Realm: Form]>([:])

    func form(of realm: Realm) -> Form? {
        forms.withLock { $0[realm] }
    }

    /// - Parameter form: nil forgets what was sent.
    func keep(_ form: Form?, of realm: Realm) {
        forms.withLock { $0[realm] = form }
    }
}
