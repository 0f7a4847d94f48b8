#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why an exchange with a provider failed. Equality compares ``code`` only.
public struct OAuthError: Error, Sendable {
    /// What went wrong; programs decide by this.
    public let code: Code
    /// What the provider said or what was found wrong, shortened and without anything that looks like a token; for logs.
    public let detail: String
    /// How the operator can mend it; `nil` when there is nothing to do but to try again.
    public let hint: String?
    /// The HTTP status of the provider's reply, when there was one.
    public let status: Int?
    /// The provider's own number for the error, as Twitter's 415.
    public let providerCode: Int?
    /// How long to wait before the next try, in seconds.
    public let retryAfterSeconds: Int?
    /// When the provider's limit is lifted.
    public let resetAt: Date?
    /// Whether ``detail`` names hosts of the server's setup, which clients must not see.
    public let isForOperator: Bool

    /// An error with whatever is known about it; the detail is cleaned as ``detail`` says.
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
    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code
    }
}

extension OAuthError: CustomStringConvertible {
    /// One line for a log: code, detail, provider's number, status and hint, as far as they are known.
    public var description: String {
        var text = code.rawValue
        if !detail.isEmpty { text += ": \(detail)" }
        if let providerCode { text += " [provider code \(providerCode)]" }
        if let status { text += " [HTTP \(status)]" }
        if let hint { text += " -> \(hint)" }
        return text
    }
}
