package import Foundation

extension SigningKey {
    /// The reason of the event of a revocation, followed by the ID of the key.
    static let revocationReason = "signing key revoked "
    /// The number of events that are read at once.
    private static let eventsAtOnce = 500

    /// Returns the times of the revocations of keys by the IDs of the keys.
    ///
    /// The store keeps only the end of the publication, which a rotation sets too. The audit log knows what ended a key, as long as it keeps
    /// the event.
    package static func revocations(of keys: [SigningKey], in view: some EventReading, at now: Date) throws -> [String: Date] {
        let ended = keys.filter { key in !Purpose.allCases.contains { key.verifies($0, at: now) } }
        guard let first = ended.map(\.createdAt).min() else { return [:] }
        var (found, open): ([String: Date], Set<String>) = ([:], Set(ended.map(\.id)))
        var filter = EventFilter(project: .console, outcome: .allowed, since: first)
        while !open.isEmpty {
            let page = try view.events(filter, limit: eventsAtOnce)
            for event in page.map(\.event) {
                guard let reason = event.reason, reason.hasPrefix(revocationReason) else { continue }
                let id = String(reason.dropFirst(revocationReason.count))
                if open.remove(id) != nil { found[id] = event.at }
            }
            guard page.count == eventsAtOnce else { break }
            filter.before = page.last?.position
        }
        return found
    }
}
