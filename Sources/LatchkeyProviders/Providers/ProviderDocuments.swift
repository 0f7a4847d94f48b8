import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth

/// A cache of the providers' metadata and keys. Its lifetimes follow the responses' `Cache-Control`.
///
/// It is an actor, so that concurrent sign-ins fetch a document only once.
actor ProviderDocuments {
    /// A fetched document.
    struct Document: Sendable {
        let body: [UInt8]
        let fetchedAt: Date
        let freshUntil: Date

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let gateway: ProviderGateway
    private let now: WallClock
    private var documents: [String: Document] = [:]
    private var inFlight: [String: Task<Document, any Error>] = [:]
    private var failures: [String: (error: any Error, until: Date)] = [:]

    /// The lifetime of a document without a `Cache-Control` lifetime.
    static let standardLifetimeSeconds = 3600.0
    /// The bounds for lifetimes. The lower bound avoids a fetch at every sign-in; the upper bound limits how long a revoked key is
    /// accepted.
    static let lifetimeBoundsSeconds = 60.0...86_400.0
    /// The shortest time between two fetches of a key set. An unknown key may be new, but any client can send tokens with made-up key ids.
    static let refetchIntervalSeconds = 60.0
    /// How long a failed fetch is cached. Made-up key ids and retries then cause no more requests to a provider that is down, and users can
    /// still sign in soon after it is back.
    static let failureLifetimeSeconds = 10.0
    /// The maximum number of cached documents: two for each provider of many projects. The oldest are evicted.
    static let maxDocuments = 256

    init(gateway: ProviderGateway, now: @escaping WallClock) {
        self.gateway = gateway
        self.now = now
    }

    /// Returns the document at a URL. Fetches it if the cached one is not fresh.
    func document(at url: String) async throws -> Document {
        if let known = documents[url], known.freshUntil > now() { return known }
        return try await fetch(url)
    }

    /// Returns a newer document than the given one, or the given one if it was fetched less than ``refetchIntervalSeconds`` ago.
    func newerDocument(than old: Document, at url: String) async throws -> Document {
        if let known = documents[url], known.fetchedAt > old.fetchedAt { return known }
        guard now() >= old.fetchedAt.addingTimeInterval(Self.refetchIntervalSeconds) else { return old }
        return try await fetch(url)
    }

    private func fetch(_ url: String) async throws -> Document {
        if let running = inFlight[url] { return try await running.value }
        if let failure = failures[url] {
            guard failure.until <= now() else { throw failure.error }
            failures[url] = nil
        }
        let task = Task { [gateway, now] in
            let reply = try await gateway.run(
                SingleRequest(ProviderRequest(method: .get, url: url, headerFields: [.accept: "application/json", .userAgent: "Latchkey"])))
            let instant = now()
            let lifetime = Self.lifetimeSeconds(cacheControl: reply.head.headerFields[.cacheControl])
            return Document(body: reply.body, fetchedAt: instant, freshUntil: instant.addingTimeInterval(lifetime))
        }
        inFlight[url] = task
        defer { inFlight[url] = nil }
        let document: Document
        do {
            document = try await task.value
        } catch {
            remember(error, of: url)
            throw error
        }
        if documents.count >= Self.maxDocuments, let oldest = documents.min(by: { $0.value.fetchedAt < $1.value.fetchedAt }) {
            documents[oldest.key] = nil
        }
        documents[url] = document
        return document
    }

    private func remember(_ error: any Error, of url: String) {
        if failures.count >= Self.maxDocuments, let oldest = failures.min(by: { $0.value.until < $1.value.until }) {
            failures[oldest.key] = nil
        }
        failures[url] = (error, now().addingTimeInterval(Self.failureLifetimeSeconds))
    }

    /// Returns the lifetime from `max-age` (RFC 9111, section 5.2.2). `no-store` and `no-cache` give the shortest lifetime.
    static func lifetimeSeconds(cacheControl: String?) -> Double {
        var lifetime = standardLifetimeSeconds
        for directive in (cacheControl ?? "").lowercased().split(whereSeparator: { $0 == "," || $0 == " " }) {
            if directive == "no-store" || directive == "no-cache" { return lifetimeBoundsSeconds.lowerBound }
            if directive.hasPrefix("max-age="), let seconds = Double(directive.dropFirst(8)), seconds.isFinite { lifetime = seconds }
        }
        return min(max(lifetime, lifetimeBoundsSeconds.lowerBound), lifetimeBoundsSeconds.upperBound)
    }
}
