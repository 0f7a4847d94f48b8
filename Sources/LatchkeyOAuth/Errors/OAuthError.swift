#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An error of an exchange with a provider. Equality compares ``code`` only.
public struct OAuthError: Error, Sendable {
    /// The kind of failure; use it for control flow.
    public let code: Code
    /// The provider's message or the failed check, shortened and with probable tokens removed; for logs.
    public let detail: String
    /// How the operator can fix the error; `nil` when the only remedy is to try again.
    public let hint: String?
    /// The HTTP status of the provider's response, if any.
    public let status: Int?
    /// The provider's own error number, such as Twitter's 415.
    public let providerCode: Int?
    /// The number of seconds to wait before the next attempt.
    public let retryAfterSeconds: Int?
    /// When the provider's rate limit resets.
    public let resetAt: Date?
    /// Whether ``detail`` names hosts of the server's configuration, which clients must not see.
    public let isForOperator: Bool

    /// Creates an error; the detail is shortened and cleaned, see ``detail``.
    public init(
        _ code: Code, detail: String = "", hint: String? = nil, status: Int? = nil, providerCode: Int? = nil,
        retryAfterSeconds: Int? = nil, resetAt: Date? = nil, isForOperator: Bool = false
    ) {
        self.code = code
        self.detail = ErrorDetail.clean(detail)
        self.hint = hint
        self.status = status
        self.providerCode = providerCode
        self.retryAfterSeconds = retryAfterSeconds
        self.resetAt = resetAt
        self.isForOperator = isForOperator
    }
}

extension OAuthError: Equatable {
    /// Compares ``code`` only.
    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code
    }
}

extension OAuthError: CustomStringConvertible {
    /// One line for a log: code, detail, provider's number, status and hint, where available.
    public var description: String {
        var text = code.rawValue
        if !detail.isEmpty { text += ": \(detail)" }
        if let providerCode { text += " [provider code \(providerCode)]" }
        if let status { text += " [HTTP \(status)]" }
        if let hint { text += " -> \(hint)" }
        return text
    }
}
