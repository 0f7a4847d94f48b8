import Foundation
import LatchkeyIdentity
import LatchkeyProviders

/// The creation date of the oldest valid key of one kind.
struct KeyAge: Codable, Sendable, Equatable {
    /// The name of a ``KeyKind``.
    var kind: String
    var createdAt: Date

    /// The age in days after which a key should be replaced, as in the alert rules.
    private static let oldDays = 365

    /// Returns one entry for each kind that exists, in the order of the kinds.
    static func all(_ oldest: [KeyKind: Date], certificate: Date?) -> [KeyAge] {
        KeyKind.allCases.compactMap { kind in
            (kind == .certificate ? certificate : oldest[kind]).map { KeyAge(kind: kind.rawValue, createdAt: $0) }
        }
    }

    func days(at now: Date) -> Int { max(0, Int(now.timeIntervalSince(createdAt) / 86_400)) }

    func text(at now: Date) -> String { Count.text(days(at: now), "day") + " old" }

    /// The result of the check of this kind, for `latchkey doctor`; `nil` for kinds of a later version.
    func finding(at now: Date) -> CheckupFinding? {
        guard let known = KeyKind(rawValue: kind) else { return nil }
        let (subject, detail) = ("key age: \(kind)", "\(known.oldest) is \(text(at: now))")
        guard days(at: now) > Self.oldDays, let mend = known.mend else { return .ok(subject, detail) }
        return .wrong(subject, detail, mend: mend)
    }
}

extension KeyKind {
    /// The oldest key of the kind, as the subject of a sentence.
    fileprivate var oldest: String {
        switch self {
        case .idToken: "the oldest key that signs ID tokens"
        case .sessionCookie: "the oldest key that signs session cookies"
        case .databaseSecret: "the oldest database secret"
        case .serviceAccount: "the oldest key of a service account"
        case .apiKey: "the oldest API key"
        case .providerSecret: "the oldest secret of a sign-in provider"
        case .certificate: "the certificate"
        }
    }

    /// How to replace an old key; `nil` for kinds that need no regular replacement.
    fileprivate var mend: String? {
        switch self {
        case .idToken, .sessionCookie: "Replace it with `latchkey keys rotate`; users stay signed in."
        case .databaseSecret:
            "Find it with `latchkey database secrets list`, create another, configure it in your back ends, and revoke the old one."
        case .serviceAccount:
            "Find it with `latchkey service-accounts list`, create another, configure it in your back ends, and revoke the old one."
        // An API key is public, a provider decides on its secrets, and a certificate expires.
        case .apiKey, .providerSecret, .certificate: nil
        }
    }
}
