import LatchkeyIdentity
import LatchkeyWire
import Synchronization

/// Values of tenants that the store cannot hold. The emulator returns `mfaConfig` and `testPhoneNumbers` as they were sent.
final class TenantForms: Sendable {
    struct Form: Sendable {
        var mfaConfig: MfaConfig?
        var testPhoneNumbers: [String: String]?
    }

    private let forms = Mutex<[Realm: Form]>([:])

    func form(of realm: Realm) -> Form? {
        forms.withLock { $0[realm] }
    }

    /// - Parameter form: The values to keep; nil removes the stored values.
    func keep(_ form: Form?, of realm: Realm) {
        forms.withLock { $0[realm] = form }
    }
}
