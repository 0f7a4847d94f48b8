public import LatchkeyIdentity
public import LatchkeyWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension UserInfo {
    /// An account as an administrator sees it: with the hash of the password, and whole numbers of second factors.
    init(_ account: Account, factors: [SecondFactor]) {
        self.init(account)
        if let password = account.password, let fake = InsecureFakeHash.text(of: password) {
            // An emulator's is shown as what it is.
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
    /// Accounts with their second factors, as administrators see them.
    public func described(_ accounts: [Account]) throws -> [UserInfo] {
        try accounts.map { UserInfo($0, factors: try secondFactors(of: $0.id, in: $0.realm)) }
    }
}
