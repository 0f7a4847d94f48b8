import Foundation
import LatchkeyFirebase2

/// The domain of this module's errors, the same as in Simple Login.
public let FirebaseSimpleLoginErrorDomain = FirebaseError.simpleLoginDomain

/// Creates the errors that this module reports.
enum SimpleLoginError {
    static func make(_ code: FAError, _ text: String, underlying: (any Error)? = nil) -> NSError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: text]
        userInfo[NSUnderlyingErrorKey] = underlying
        return NSError(domain: FirebaseSimpleLoginErrorDomain, code: Int(code.rawValue), userInfo: userInfo)
    }

    /// Returns the Simple Login error for an error of Firebase 2.x.
    static func make(_ error: any Error) -> NSError {
        let failure = error as NSError
        if failure.domain == FirebaseSimpleLoginErrorDomain { return failure }
        let later = FirebaseError.make(error)
        let code = later.domain == FirebaseErrorDomain ? FAuthenticationError(rawValue: later.code) : nil
        return make(code.map(FAError.init) ?? .unknown, text(later), underlying: error)
    }

    /// The description with the server's reason, which is more specific than the code.
    private static func text(_ error: NSError) -> String {
        guard let reason = error.localizedFailureReason else { return error.localizedDescription }
        return error.localizedDescription + " " + reason
    }
}

extension FAError {
    /// Creates the Simple Login code for a code of Firebase 2.x. Codes without an equivalent become `unknown`.
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
