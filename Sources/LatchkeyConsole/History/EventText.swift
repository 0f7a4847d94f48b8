import LatchkeyIdentity
import LatchkeySignInPages

/// An event as a sentence. Its codes are shown below, because the API and the command use them.
struct EventText {
    let sentence: String
    /// The kind, and the method in parentheses.
    let code: String
    /// The reason of an event that was not allowed, if the sentence has words for it.
    let reasonCode: String?
    let outcome: String
    let isRefused: Bool
    let isWaiting: Bool

    init(_ event: AuthEvent) {
        code = event.kind.rawValue + (event.method.map { " (\($0.rawValue))" } ?? "")
        (isRefused, isWaiting) = (event.outcome == .refused, event.outcome == .confirmationNeeded)
        outcome = Self.name(of: event.outcome)
        let words = event.reason.flatMap { Self.reasons[$0] }
        reasonCode = event.outcome == .allowed || words == nil ? nil : event.reason
        sentence =
            switch event.outcome {
            case .allowed: Self.allowed(event)
            case .refused: Self.name(of: event.kind) + " failed" + ((words ?? event.reason).map { ": " + $0 } ?? "")
            case .confirmationNeeded:
                Self.name(of: event.kind) + " needs another step" + ((words ?? event.reason).map { ": " + $0 } ?? "")
            }
    }

    static func name(of outcome: AuthEvent.Outcome) -> String {
        switch outcome {
        case .allowed: "allowed"
        case .refused: "refused"
        case .confirmationNeeded: "another step needed"
        }
    }

    /// The name of a kind in the filter, and at the beginning of the sentence of a failure. A kind of another version has its code.
    static func name(of kind: AuthEvent.Kind) -> String { kinds[kind]?.name ?? kind.rawValue }

    /// The name of each kind, and its sentence if the request was allowed.
    private static let kinds: [AuthEvent.Kind: (name: String, done: String)] = [
        .signUp: ("Sign-up", "Signed up"), .signIn: ("Sign-in", "Signed in"),
        .reauthenticate: ("Repeated sign-in", "Signed in again"), .link: ("Adding a sign-in method", "Added a sign-in method"),
        .unlink: ("Removing a sign-in method", "Removed a sign-in method"),
        .takeover: ("First proof of an address", "Proved the address for the first time, which removed earlier sign-in methods"),
        .enrol: ("Adding a second factor", "Added a second factor"), .unenrol: ("Removing a second factor", "Removed a second factor"),
        .update: ("Account change", "Account changed"), .sendCode: ("Request for a code", "Requested a code by e-mail"),
        .resetPassword: ("Password reset", "Set a new password with a code"),
        .verifyEmail: ("Address verification", "Verified the e-mail address"),
        .changeEmail: ("Address change", "Changed the e-mail address"),
        .recoverEmail: ("Address recovery", "Restored the former e-mail address"),
        .disownEmail: ("Disowned address", "The holder of the address stated that the account is not theirs"),
        .delete: ("Account deletion", "Account deleted"), .revoke: ("End of sessions", "Ended the sessions"),
        .importAccounts: ("Import of users", "Imported users"), .exportAccounts: ("Export", "Exported users"),
        .configure: ("Configuration change", "Changed the configuration"), .writeData: ("Data change", "Changed data"),
        .mixedScripts: ("Address of mixed scripts", "The new e-mail address mixes scripts, so it may look like another one"),
        .newNetwork: ("New network", "Used a session from a new network"), .deleteProject: ("Project deletion", "Deleted a project"),
        .deleteDatabase: ("Database deletion", "Deleted a database"),
    ]

    /// The words for the usual reasons of failures.
    private static let reasons = [
        "INVALID_PASSWORD": "wrong password", "INVALID_LOGIN_CREDENTIALS": "wrong address or password",
        "EMAIL_NOT_FOUND": "no account has the address", "EMAIL_EXISTS": "another account has the address",
        "USER_DISABLED": "the account is disabled", "USER_NOT_FOUND": "the account does not exist",
        "TOO_MANY_ATTEMPTS_TRY_LATER": "too many attempts", "INVALID_CODE": "wrong code", "INVALID_OOB_CODE": "wrong or used code",
        "EXPIRED_OOB_CODE": "the code has expired", "OPERATION_NOT_ALLOWED": "the sign-in method is disabled",
        "ADMIN_ONLY_OPERATION": "users cannot sign up themselves", "PASSWORD_LOGIN_DISABLED": "password sign-in is disabled",
        "WEAK_PASSWORD": "the password is too short", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS": "the password does not meet the policy",
        "TOKEN_EXPIRED": "the session has ended", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": "a recent sign-in is required",
        "SECOND_FACTOR_REQUIRED": "a second factor", "INVALID_MFA_PENDING_CREDENTIAL": "the sign-in with a second factor has expired",
        "FEDERATED_USER_ID_ALREADY_LINKED": "the identity belongs to another account",
        "PHONE_NUMBER_EXISTS": "another account has the phone number", "UNVERIFIED_EMAIL": "the e-mail address is not verified",
        "INVALID_IDP_RESPONSE": "the provider’s response was invalid", "QUOTA_EXCEEDED": "the limit for messages is reached",
        "BLOCKING_FUNCTION_ERROR_RESPONSE": "a hook refused it", "MISSING_PASSWORD": "the password is missing",
        "INVALID_EMAIL": "not an e-mail address",
    ]

    private static func allowed(_ event: AuthEvent) -> String {
        let done = kinds[event.kind]?.done ?? event.kind.rawValue
        let text =
            switch event.kind {
            case .signUp, .signIn, .reauthenticate: done + (event.method.map { " " + means($0) } ?? "")
            case .link: event.method.map { "Added " + thing($0) } ?? done
            case .unlink: event.method.map { "Removed " + thing($0) } ?? done
            case .revoke: event.session == nil ? done : "Ended a session"
            case .exportAccounts: event.subject == nil ? done : "Exported the data of the account"
            // These reasons are whole statements about the account.
            case .update where ["disabled", "enabled"].contains(event.reason): "Account \(event.reason ?? "")"
            case .update where event.reason == "signed out everywhere": "Signed out everywhere"
            default: done
            }
        let isSaid = event.kind == .update && text != done
        return text + (isSaid ? "" : event.reason.map { ": " + $0 } ?? "")
    }

    private static func means(_ method: ProviderID) -> String { method == .anonymous ? "anonymously" : "with " + thing(method) }

    private static func thing(_ method: ProviderID) -> String {
        switch method {
        case .password: "a password"
        case .emailLink: "an e-mail link"
        case .phone: "a phone number"
        case .passkey: "a passkey"
        case .custom: "a custom token"
        default: method.displayName
        }
    }
}
