import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyTree
import Synchronization

/// Reports a REST request to the profilers of its database.
struct RESTProfile: Sendable {
    private let input: DatabaseRequest
    private let database: RealtimeDatabase
    private let now: WallClock

    init(_ input: DatabaseRequest, of database: RealtimeDatabase, now: @escaping WallClock) {
        self.input = input
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
            switch input.method {
            case .get: .restRead
            case .patch: .restUpdate
            default: .restWrite
            }
        // A query that only sorts also counts as a query if no index exists for it.
        let isUnindexed = kind == .restRead && !database.hasIndex(for: input.query, at: input.path)
        let hasQuery = isUnindexed || kind == .restRead && !input.query.isUnfiltered
        database.profile.tell(
            ProfiledOperation(
                kind, at: (now().timeIntervalSince1970 * 1000).rounded(.down), path: input.path, bytes: bytes,
                milliseconds: start.duration(to: .now) / .milliseconds(1), isAllowed: isAllowed, query: hasQuery ? input.query : nil,
                isUnindexed: isUnindexed))
    }
}
