import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyTree
import Synchronization

/// Reports a REST request to the profilers of its database.
struct RESTProfile: Sendable {
    private let ask: DatabaseAsk
    private let database: RealtimeDatabase
    private let now: WallClock

    init(_ ask: DatabaseAsk, of database: RealtimeDatabase, now: @escaping WallClock) {
        self.ask = ask
        self.database = database
        self.now = now
    }

    func telling(_ body: () async throws -> Response) async throws -> Response {
        guard database.profile.isWatched else { return try await body() }
        let start = ContinuousClock.now
        do {
            var response = try await body()
            if let count = response.body.contentLength {
                tell(bytes: count, since: start, isAllowed: true)
            } else {
                let body = response.body
                response.body = ResponseBody { writer in
                    let count = Atomic(0)
                    try await body.write(
                        writer.map { buffer in
                            count.add(buffer.readableBytes, ordering: .relaxed)
                            return buffer
                        })
                    tell(bytes: count.load(ordering: .relaxed), since: start, isAllowed: true)
                }
            }
            return response
        } catch {
            if case DatabaseError.denied = error { tell(bytes: 0, since: start, isAllowed: false) } else { tell(bytes: 0, since: start) }
            throw error
        }
    }

    private func tell(bytes: Int, since start: ContinuousClock.Instant, isAllowed: Bool? = nil) {
        let kind: ProfiledOperation.Kind =
            switch ask.method {
            case .get: .restRead
            case .patch: .restUpdate
            default: .restWrite
            }
        // A query that only sorts also counts as a query if no index exists for it.
        let isUnindexed = kind == .restRead && !database.hasIndex(for: ask.query, at: ask.path)
        let hasQuery = isUnindexed || kind == .restRead && !ask.query.isUnfiltered
        database.profile.tell(
            ProfiledOperation(
                kind, at: (now().timeIntervalSince1970 * 1000).rounded(.down), path: ask.path, bytes: bytes,
                milliseconds: start.duration(to: .now) / .milliseconds(1), isAllowed: isAllowed, query: hasQuery ? ask.query : nil,
                isUnindexed: isUnindexed))
    }
}
