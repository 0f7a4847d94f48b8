#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A cache of a server's public keys, fetched on demand and kept for the lifetime that the server sets.
///
/// An actor, because concurrent requests of a back end need the same keys, and a single fetch serves all of them.
actor KeySource {
    private let url: String
    private let transport: any KeyTransport
    private let now: @Sendable () -> Date

    private var keys: [String: VerificationKey] = [:]
    private var freshUntil = Date.distantPast
    /// When the keys were last fetched because of an unknown key id.
    private var lookedFurtherAt = Date.distantPast
    private var failure: (error: TokenVerificationError, until: Date)?
    private var running: Task<KeyDocument, any Error>?

    /// The minimum interval between fetches for unknown key ids, in seconds. Key ids come from untrusted tokens.
    static let secondsBetweenFurtherLooks = 60.0
    /// How long to wait after a failed fetch, in seconds.
    static let secondsAfterFailure = 5.0

    init(url: String, transport: any KeyTransport, now: @escaping @Sendable () -> Date) {
        self.url = url
        self.transport = transport
        self.now = now
    }

    /// Returns the key with an id, and fetches the keys if needed.
    ///
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
            // The server may have rotated its keys.
            lookedFurtherAt = instant
            try await fetch()
            if let key = keys[id] { return key }
        } else if !fetched, running != nil {
            // Another caller is already fetching the keys.
            try await fetch()
            if let key = keys[id] { return key }
        }
        throw TokenVerificationError(.unknownKey, "The token is signed with a key that the server does not publish.")
    }

    /// Fetches the keys, or waits for the fetch that is in progress.
    private func fetch() async throws {
        if let running {
            // The caller that started the fetch reads the same document.
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
            guard document.status == 200 else { throw Self.unavailable("\(url) responded with status \(document.status).") }
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
