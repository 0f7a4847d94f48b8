package import LatchkeyIdentity
import Synchronization

/// Counts the events of the audit log since the server started.
///
/// Scope: one node.
package final class EventCounts: EventObserver, MetricSource {
    private struct Key: Hashable {
        let kind: String
        let method: String
        let outcome: AuthEvent.Outcome
        let code: String
    }

    private let counts = Mutex<[Key: Int]>([:])

    package init() {}

    package func observe(_ event: AuthEvent) {
        let key = Key(
            kind: Self.kinds.contains(event.kind) ? event.kind.rawValue : "other", method: Self.method(event.method),
            outcome: event.outcome, code: event.outcome == .refused ? Self.code(event.reason) : "")
        counts.withLock { $0[key, default: 0] += 1 }
    }

    private static let kinds = Set(AuthEvent.Kind.allCases)

    /// Providers with a name of the operator's choice are counted by their protocol.
    private static func method(_ method: ProviderID?) -> String {
        guard let name = method?.rawValue else { return "" }
        if methods.contains(name) { return name }
        return ["oidc.", "saml."].first { name.hasPrefix($0) }.map { String($0.dropLast()) } ?? "other"
    }

    private static let methods: Set<String> = [
        "password", "emailLink", "phone", "anonymous", "custom", "passkey", "twitter.com", "x.com", "github.com", "google.com", "apple.com",
        "microsoft.com", "facebook.com", "gitlab.com", "discord.com", "linkedin.com", "slack.com", "twitch.tv", "spotify.com",
    ]

    /// A refused sign-in has a code of the API. Other texts, such as the message of a hook, are not counted by themselves.
    private static func code(_ reason: String?) -> String {
        guard let reason else { return "" }
        return codes.contains(reason) ? reason : "OTHER"
    }

    private static let codes: Set<String> = [
        "INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD", "EMAIL_NOT_FOUND", "USER_DISABLED", "TOO_MANY_ATTEMPTS_TRY_LATER",
        "OPERATION_NOT_ALLOWED", "PASSWORD_LOGIN_DISABLED", "ADMIN_ONLY_OPERATION", "BLOCKING_FUNCTION_ERROR_RESPONSE",
        "INVALID_IDP_RESPONSE", "INVALID_CODE", "INVALID_OOB_CODE", "EXPIRED_OOB_CODE", "INVALID_CUSTOM_TOKEN", "CREDENTIAL_MISMATCH",
        "EMAIL_EXISTS", "FEDERATED_USER_ID_ALREADY_LINKED", "INVALID_MFA_PENDING_CREDENTIAL", "UNVERIFIED_EMAIL", "WEAK_PASSWORD",
        "PASSWORD_DOES_NOT_MEET_REQUIREMENTS", "PROJECT_DISABLED", "QUOTA_EXCEEDED", "USER_NOT_FOUND", "INVALID_ID_TOKEN",
        "SECOND_FACTOR_REQUIRED",
    ]

    package func metrics() -> [MetricFamily] {
        let all = counts.withLock { $0 }.sorted {
            ($0.key.kind, $0.key.method, $0.key.outcome.rawValue, $0.key.code) < (
                $1.key.kind, $1.key.method, $1.key.outcome.rawValue, $1.key.code
            )
        }
        let signIns = all.filter { $0.key.kind == AuthEvent.Kind.signIn.rawValue }
        let others = Dictionary(
            all.filter { $0.key.kind != AuthEvent.Kind.signIn.rawValue }.map { ([$0.key.kind, $0.key.outcome.rawValue], $0.value) },
            uniquingKeysWith: +)
        return [
            .counter(
                "latchkey_sign_ins_total", "Sign-ins by method, outcome and, for refused ones, the error code.",
                signIns.map { key, count in
                    ([("method", key.method), ("outcome", key.outcome.rawValue), ("code", key.code)], Double(count))
                }),
            .counter(
                "latchkey_events_total", "Other events of the audit log by kind and outcome.",
                others.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, count in
                    ([("kind", key[0]), ("outcome", key[1])], Double(count))
                }),
        ]
    }
}
