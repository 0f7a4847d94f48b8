import LatchkeyWire

/// The operation of an action code.
public enum ActionCodeOperation: Int, Sendable {
    /// An operation that this client does not support.
    case unknown = 0
    /// Resets the password.
    case passwordReset = 1
    /// Verifies the account's email address.
    case verifyEmail = 2
    /// Restores the account's previous email address.
    case recoverEmail = 3
    /// Signs in.
    case emailLink = 4
    /// Verifies a new email address and changes to it.
    case verifyAndChangeEmail = 5
    /// Removes a second factor.
    case revertSecondFactorAddition = 6

    init(_ type: OobRequestType?) {
        self =
            switch type {
            case .passwordReset?: .passwordReset
            case .verifyEmail?: .verifyEmail
            case .recoverEmail?: .recoverEmail
            case .emailSignIn?: .emailLink
            case .verifyAndChangeEmail?: .verifyAndChangeEmail
            case .revertSecondFactorAddition?: .revertSecondFactorAddition
            default: .unknown
            }
    }

    init(mode: String?) {
        self =
            switch mode {
            case "resetPassword"?: .passwordReset
            case "verifyEmail"?: .verifyEmail
            case "recoverEmail"?: .recoverEmail
            case "signIn"?: .emailLink
            case "verifyAndChangeEmail"?: .verifyAndChangeEmail
            case "revertSecondFactorAddition"?: .revertSecondFactorAddition
            default: .unknown
            }
    }
}

/// Information about an action code.
public struct ActionCodeInfo: Sendable, Equatable {
    /// The operation of the code.
    public let operation: ActionCodeOperation
    /// The email address of the account after the operation; empty for a sign-in code, which does not reveal it.
    public let email: String
    /// The email address before the operation, if the operation changes it.
    public let previousEmail: String?

    init(_ reply: ResetPasswordReply) {
        operation = ActionCodeOperation(reply.requestType)
        let changes = operation == .verifyAndChangeEmail
        email = (changes ? reply.newEmail : reply.email) ?? ""
        previousEmail = changes ? reply.email : reply.newEmail
    }
}
