import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StoreWriting {
    /// The number to which a code was sent, if the code is right; it is used up then, and one of its tries in any case.
    ///
    /// - Returns: `INVALID_SESSION_INFO` for a code that is unknown, used, expired or out of tries; `INVALID_CODE`. As values: errors
    ///   would undo the transaction.
    func number(
        provenBy code: String, sessionInfo: String, in realm: Realm, at now: Date
    ) throws -> Result<PhoneNumber, SignInError> {
        let id = Fingerprint(of: sessionInfo)
        guard let sent = try tryPhoneCode(id, in: realm, at: now) else { return .failure(SignInError(.invalidSessionInfo)) }
        guard sent.code == PhoneCode.fingerprint(of: code, for: sessionInfo) else { return .failure(SignInError(.invalidCode)) }
        try deletePhoneCode(id)
        return .success(sent.phoneNumber)
    }
}
