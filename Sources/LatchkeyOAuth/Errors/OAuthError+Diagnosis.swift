import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension OAuthError {
    /// Maps an error response to an error. The first match decides: provider's error number, error word, message, status.
    init(refusal reply: ProviderReply, at step: ExchangeStep, numbers: ProviderErrorNumbers = .twitter) {
        guard reply.body.count <= ProviderReply.maxBytes else {
            self.init(.replyTooLarge, detail: "\(reply.body.count) bytes", status: reply.head.status.code)
            return
        }
        self.init(ProviderErrorBody(reply) ?? ProviderErrorBody(), of: reply, at: step, numbers: numbers)
    }

    /// Maps an error that was already read from the response.
    init(_ error: ProviderErrorBody, of reply: ProviderReply, at step: ExchangeStep, numbers: ProviderErrorNumbers = .twitter) {
        let limit = RateLimit(reply)
        let status = reply.head.status.code
        let code =
            error.number.flatMap { numbers.code($0, step) }
            ?? error.word.flatMap { Code(word: $0, at: step) }
            ?? (limit.isReached ? .rateLimited : nil)
            ?? error.message.flatMap { Code(sentence: $0, at: step) }
            ?? Code(status: status, at: step)
        let said = [error.word, error.message].compactMap { $0 }.joined(separator: ": ")
        self.init(
            code, detail: said, hint: code.hint, status: status, providerCode: error.number,
            retryAfterSeconds: limit.retryAfterSeconds, resetAt: code == .rateLimited ? limit.resetAt : nil)
    }

    /// Maps the error parameters of a callback, such as `error=access_denied`.
    init(callback error: ProviderErrorBody) {
        let code = error.word.flatMap { Code(word: $0, at: .codeExchange) } ?? .requestRefused
        let said = [error.word, error.message].compactMap { $0 }.joined(separator: ": ")
        self.init(code, detail: said, hint: code.hint)
    }
}

/// The rate limit information in the response headers.
private struct RateLimit {
    let isReached: Bool
    let retryAfterSeconds: Int?
    let resetAt: Date?

    init(_ reply: ProviderReply) {
        let fields = reply.head.headerFields
        func first(_ names: [String]) -> String? {
            names.lazy.compactMap { HTTPField.Name($0) }.compactMap { fields[values: $0].first }.first
        }
        let retryAfter = fields[.retryAfter]
        retryAfterSeconds = retryAfter.flatMap { Int($0) }.flatMap { (0...86_400_000).contains($0) ? $0 : nil }
        resetAt =
            first(["x-rate-limit-reset", "x-ratelimit-reset"])
            .flatMap { UInt32($0) }.map { Date(timeIntervalSince1970: Double($0)) }
            ?? retryAfter.flatMap(HTTPDate.parse)
        let status = reply.head.status.code
        let isUsedUp = first(["x-rate-limit-remaining", "x-ratelimit-remaining"]) == "0"
        isReached = status == 429 || status == 420 || status == 403 && (isUsedUp || retryAfter != nil)
    }
}
