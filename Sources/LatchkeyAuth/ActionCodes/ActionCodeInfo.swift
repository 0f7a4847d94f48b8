import LatchkeyWire

/// What a one-time code does.
public enum ActionCodeOperation: Int, Sendable {
    /// Something that this client does not know.
    case unknown = 0
    /// Sets a new password.
    case passwordReset = 1
    /// Confirms the account's address.
    case verifyEmail = 2
    /// Gives the account its former address back.
    case recoverEmail = 3
    /// Signs in.
    case emailLink = 4
    /// Confirms a new address.
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

/// What a one-time code stands for.
public struct ActionCodeInfo: Sendable, Equatable {
    /// What it does.
    public let operation: ActionCodeOperation
    /// The address that the account has afterwards; empty for a sign-in, whose code does not tell.
    public let email: String
    /// The address that the account has until then, where it changes.
    public let previousEmail: String?

    init(_ reply: ResetPasswordReply) {
        operation = ActionCodeOperation(reply.requestType)
        let changes = operation == .verifyAndChangeEmail
        email = (changes ? reply.newEmail : reply.email) ?? ""
        previousEmail = changes ? reply.email : reply.newEmail
    }
}
