import Foundation
import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb

/// `/console/backups`: the last and the next backup of the server, and the commands for backups and restores.
struct BackupsPage: Sendable {
    let console: Console
    /// Returns the state of backups; `nil` for a store that other tools back up.
    let backups: (@Sendable () async -> ConsoleBackups)?

    static let path = "/console/backups"

    private struct Content {
        let frame: ConsoleFrame
        /// `nil` for a store in PostgreSQL.
        let state: State?
    }

    private struct State {
        let place: String?
        let every: String?
        let keep: Int?
        let isEncrypted: Bool
        let last: ShownDate?
        let size: String?
        let failure: String?
        let failed: ShownDate?
        let next: ShownDate?
        let archive: String?
        let backUp: String
        let restore: String

        init(_ backups: ConsoleBackups) {
            place = backups.place
            every = backups.everySeconds.map(Self.interval)
            keep = backups.keep
            isEncrypted = backups.isEncrypted
            last = backups.lastAt.map(ShownDate.init)
            size = backups.lastBytes.map { Int64($0).formatted(.byteCount(style: .file)) }
            failure = backups.failure
            failed = backups.failedAt.map(ShownDate.init)
            next = backups.nextAt.map(ShownDate.init)
            archive = backups.archive
            backUp = backups.backUp
            restore = backups.restore
        }

        /// An interval in its largest whole unit, for example "6 hours".
        private static func interval(_ seconds: Int) -> String {
            let units = [("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)]
            let (name, length) = units.first { seconds >= $0.1 && seconds % $0.1 == 0 } ?? ("second", 1)
            let count = seconds / length
            return "\(count) \(name)\(count == 1 ? "" : "s")"
        }
    }

    func add(to router: Router<ServerContext>) {
        // Owners only: the page shows paths of the server's machine.
        console.get(Self.path, on: router) { request, _ in
            let visitor = try await console.door.visitor(request, atLeast: .owner)
            return try console.page(
                "console-backups", Content(frame: try await console.frame(visitor), state: (await backups?()).map(State.init)))
        }
    }
}
