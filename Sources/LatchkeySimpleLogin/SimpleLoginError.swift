import Foundation
import LatchkeyFirebase2

/// The domain of this module's errors, as in Simple Login.
public let FirebaseSimpleLoginErrorDomain = FirebaseError.simpleLoginDomain

/// Makes the errors that leave this module.
enum SimpleLoginError {
    static func make(_ code: FAError, _ text: String, underlying: (any Error)? = nil) -> NSError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: text]
        userInfo[NSUnderlyingErrorKey] = underlying
        return NSError(domain: FirebaseSimpleLoginErrorDomain, code: Int(code.rawValue), userInfo: userInfo)
    }

    /// The error that Simple Login has for one of 2.x.
    static func make(_ error: any Error) -> NSError {
        let failure = error as NSError
        if failure.domain == FirebaseSimpleLoginErrorDomain { return failure }
        let later = FirebaseError.make(error)
        let code = later.domain == FirebaseErrorDomain ? FAuthenticationError(rawValue: later.code) : nil
        return make(code.map(FAError.init) ?? .unknown, text(later), underlying: error)
    }

    /// What the server said, which says more than the code.
    private static func text(_ error: NSError) -> String {
        guard let reason = error.localizedFailureReason else { return error.localizedDescription }
        return error.localizedDescription + " " + reason
    }
}

extension FAError {
    /// The number for a code of 2.x; most of those have none of their own.
    fileprivate init(_ code: FAuthenticationError) {
        self =
            switch code {
            case .userDoesNotExist: .userDoesNotExist
            case .invalidPassword, .invalidCredentials: .invalidPassword
            case .deniedByUser: .accessNotGranted
            case .providerDisabled: .authenticationProviderNotEnabled
            case .invalidEmail: .invalidEmail
            default: .unknown
            }
    }
}
