import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keeps what providers publish about themselves, their metadata and their keys, for as long as they say.
///
/// An actor, so that many sign-ins at once ask for a document once.
actor ProviderDocuments {
    /// A document as it was fetched.
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

    /// How long a document is kept whose provider says nothing.
    static let standardLifetimeSeconds = 3600.0
    /// Bounds on what a provider may say: it must neither be asked at every sign-in nor keep a withdrawn key alive for weeks.
    static let lifetimeBoundsSeconds = 60.0...86_400.0
    /// A key that is not in the set may be new, but anybody can name keys that do not exist: no key set is fetched more often than this.
    static let refetchIntervalSeconds = 60.0
    /// Nobody, by naming keys that do not exist or by trying again, makes us run against a provider that is down; and people who wait
    /// for it come in soon after it is back.
    static let failureLifetimeSeconds = 10.0
    /// Two for each provider of many projects; beyond that the oldest leave.
    static let maxDocuments = 256

    init(gateway: ProviderGateway, now: @escaping WallClock) {
        self.gateway = gateway
        self.now = now
    }

    /// The document at an address, fetched if it is not fresh.
    func document(at url: String) async throws -> Document {
        if let known = documents[url], known.freshUntil > now() { return known }
        return try await fetch(url)
    }

    /// A newer document than the one that lacks something; the same one when it is too young to be asked for again.
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

    /// RFC 9111, section 5.2.2: `max-age`, unless the document may not be kept at all.
    static func lifetimeSeconds(cacheControl: String?) -> Double {
        var lifetime = standardLifetimeSeconds
        for directive in (cacheControl ?? "").lowercased().split(whereSeparator: { $0 == "," || $0 == " " }) {
            if directive == "no-store" || directive == "no-cache" { return lifetimeBoundsSeconds.lowerBound }
            if directive.hasPrefix("max-age="), let seconds = Double(directive.dropFirst(8)), seconds.isFinite { lifetime = seconds }
        }
        return min(max(lifetime, lifetimeBoundsSeconds.lowerBound), lifetimeBoundsSeconds.upperBound)
    }
}
