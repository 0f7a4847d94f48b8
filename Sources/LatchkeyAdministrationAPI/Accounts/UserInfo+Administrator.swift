import Foundation
import LatchkeyAccountAPI
package import LatchkeyIdentity
package import LatchkeyWire

extension UserInfo {
    /// Creates the administrator's view of an account, with the password hash and the full phone numbers of second factors.
    init(_ account: Account, factors: [SecondFactor], passkeys: [Passkey] = []) {
        self.init(account, passkeys: passkeys)
        if let password = account.password, let fake = InsecureFakeHash.text(of: password) {
            // An emulator's fake hash keeps its format.
            passwordHash = fake
            salt = InsecureFakeHash.saltText(of: password)
        } else if let password = account.password {
            passwordHash = Data(password.hash).base64EncodedString()
            salt = Data(password.salt).base64EncodedString()
            version = password.configuration ?? 0
        }
        if !factors.isEmpty { mfaInfo = factors.map { MfaEnrollment($0, hidesNumber: false) } }
    }
}

extension StoreReading {
    /// Returns the administrator's view of accounts, with their second factors.
    ///
    /// - Parameter withPasskeys: Whether to add the passkeys, which files of users do not contain.
    package func described(_ accounts: [Account], withPasskeys: Bool = true) throws -> [UserInfo] {
        try accounts.map { account in
            UserInfo(
                account, factors: try secondFactors(of: account.id, in: account.realm),
                passkeys: withPasskeys && account.hasPasskey ? try passkeys(of: account.id, in: account.realm) : [])
        }
    }
}
