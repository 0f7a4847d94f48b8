#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The keys of a server, fetched when they are needed and kept for as long as the server says.
///
/// An actor, because many requests of a back end want the same keys at the same time, and one of them fetches for all.
actor KeySource {
    private let url: String
    private let transport: any KeyTransport
    private let now: @Sendable () -> Date

    private var keys: [String: VerificationKey] = [:]
    private var freshUntil = Date.distantPast
    /// When a key was last looked for that was not among those that are kept.
    private var lookedFurtherAt = Date.distantPast
    private var failure: (error: TokenVerificationError, until: Date)?
    private var running: Task<KeyDocument, any Error>?

    /// Strangers choose key ids; what they choose is asked for no more often than this.
    static let secondsBetweenFurtherLooks = 60.0
    /// A server that failed is left alone for so long.
    static let secondsAfterFailure = 5.0

    init(url: String, transport: any KeyTransport, now: @escaping @Sendable () -> Date) {
        self.url = url
        self.transport = transport
        self.now = now
    }

    /// - Throws: ``TokenVerificationError``: ``TokenVerificationError/Code/unknownKey``,
    ///   ``TokenVerificationError/Code/keysUnavailable``.
    func key(_ id: String) async throws -> VerificationKey {
        var fetched = false
        if now() >= freshUntil {
            try await fetch()
            fetched = true
        }
        if let key = keys[id] { return key }
        let instant = now()
        if !fetched, instant.timeIntervalSince(lookedFurtherAt) >= Self.secondsBetweenFurtherLooks {
            // The server may have changed its keys.
            lookedFurtherAt = instant
            try await fetch()
            if let key = keys[id] { return key }
        } else if !fetched, running != nil {
            // Somebody else is looking already.
            try await fetch()
            if let key = keys[id] { return key }
        }
        throw TokenVerificationError(.unknownKey, "The token is signed with a key that the server does not publish.")
    }

    /// Fetches, or waits for whoever fetches already.
    private func fetch() async throws {
        if let running {
            // Whoever began it reads the same document.
            try await take(running)
            return
        }
        if let failure, failure.until > now() { throw failure.error }
        let task = Task { [transport, url] in try await transport.get(url) }
        running = task
        defer { running = nil }
        try await take(task)
    }

    private func take(_ task: Task<KeyDocument, any Error>) async throws {
        let document: KeyDocument
        do {
            document = try await task.value
            guard document.status == 200 else { throw Self.unavailable("\(url) answered with status \(document.status).") }
            keys = try VerificationKey.all(in: document.body)
        } catch {
            let refusal = error as? TokenVerificationError ?? Self.unavailable("\(url) cannot be fetched: \(error).")
            failure = (refusal, now().addingTimeInterval(Self.secondsAfterFailure))
            throw refusal
        }
        failure = nil
        freshUntil = now().addingTimeInterval(Double(document.lifetimeSeconds))
    }

    private static func unavailable(_ detail: String) -> TokenVerificationError { TokenVerificationError(.keysUnavailable, detail) }
}
