import Foundation
import LatchkeySecrets

extension StoreWriting {
    /// Checks a code and returns the number to which it was sent. Consumes an attempt, and the code itself if it is correct.
    ///
    /// - Returns: `INVALID_SESSION_INFO` for a code that is unknown, used, expired or out of attempts; `INVALID_CODE`. They are values,
    ///   because a thrown error would undo the transaction.
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
