import Foundation
import LatchkeyIdentity
import Synchronization

/// The codes that were sent to phones, for `/emulator/v1`. The store keeps only their fingerprints.
final class PhoneCodeLedger: Sendable {
    private static let maxCodes = 1000
    private let codes = Mutex<[PhoneVerification.SentCode]>([])

    func note(_ code: PhoneVerification.SentCode) {
        codes.withLock { codes in
            codes.append(code)
            if codes.count > Self.maxCodes { codes.removeFirst() }
        }
    }

    /// Returns the valid codes of a realm, oldest first.
    func codes(in realm: Realm, at now: Date) -> [PhoneVerification.SentCode] {
        codes.withLock { codes in
            codes.removeAll { $0.expiresAt <= now }
            return codes.filter { $0.realm == realm }
        }
    }
}
