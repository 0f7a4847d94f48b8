import LatchkeyRealtime
import LatchkeyTree
import Synchronization

/// Something of a database that comes in pieces.
enum DatabaseDownload: Codable, Sendable {
    case read(DatabaseName, path: String, form: Form)
    /// A line of JSON for everything that is done meanwhile, and empty lines.
    case profile(DatabaseName, seconds: Int)

    struct Form: Codable, Sendable, Equatable {
        var isExport = false
        var isShallow = false
        var isPretty = false
    }
}

/// A tree that takes the place of what is at a path.
struct DatabaseUpload: Codable, Sendable {
    var database: DatabaseName
    var path: String
    /// Refuses to replace anything.
    var onlyIfEmpty: Bool
}

extension Administrator {
    private static let chunkBytes = 256 * 1024
    static let maxProfileSeconds = 3600
    private static let profileSign = Duration.seconds(5)

    func download(_ ask: DatabaseDownload) async throws -> AsyncStream<[UInt8]> {
        switch ask {
        case .read(let name, let path, let form):
            let place = try WritePath(path)
            let found = try await database(name).read(place.node, by: .administrator)
            return Self.pieces(of: place.isPriority ? found.priority.node : found, form)
        case .profile(let name, let seconds):
            guard databases.denials != nil else { throw Self.noServer("There is something to see while clients are served") }
            guard (1...Self.maxProfileSeconds).contains(seconds) else {
                throw AdminError("\(seconds) is not between 1 and \(Self.maxProfileSeconds) seconds.")
            }
            return Self.lines(of: try await database(name).profile.operations(), for: .seconds(seconds))
        }
    }

    /// Made when they are asked for, so that no more than one is in memory.
    private static func pieces(of node: Node, _ form: DatabaseDownload.Form) -> AsyncStream<[UInt8]> {
        let kind: Node.JSONForm = form.isShallow ? .shallow : form.isExport ? .export : .plain
        if form.isPretty {
            return AsyncStream { continuation in
                continuation.yield(node.jsonBytes(kind, isPretty: true))
                continuation.finish()
            }
        }
        let chunks = ChunkSource(JSONChunks(node, kind, chunkBytes: chunkBytes))
        return AsyncStream { chunks.next() }
    }

    private static func lines(of operations: AsyncStream<ProfiledOperation>, for duration: Duration) -> AsyncStream<[UInt8]> {
        let (lines, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingOldest(10_000))
        let reading = Task {
            for await operation in operations { continuation.yield(operation.json + [UInt8(ascii: "\n")]) }
        }
        // Whoever waits sees that somebody is there.
        let sign = Task {
            while (try? await Task.sleep(for: profileSign)) != nil { continuation.yield([UInt8(ascii: "\n")]) }
        }
        let end = Task {
            try? await Task.sleep(for: duration)
            continuation.finish()
        }
        continuation.onTermination = { _ in for task in [reading, sign, end] { task.cancel() } }
        continuation.yield([UInt8(ascii: "\n")])
        return lines
    }

    /// - Parameter pieces: the JSON. They are all taken, whatever goes wrong: who sends them reads the answer afterwards.
    /// - Returns: how many bytes there were.
    func upload<Pieces: AsyncSequence>(_ ask: DatabaseUpload, _ pieces: Pieces) async throws -> Int where Pieces.Element == [UInt8] {
        var failure: (any Error)?
        var goal: Goal?
        do { goal = try await self.goal(of: ask) } catch { failure = error }
        var reader = NodeReader()
        var count = 0
        for try await bytes in pieces where failure == nil {
            count += bytes.count
            do throws(TreeError) {
                try bytes.withUnsafeBufferPointer { buffer throws(TreeError) in try reader.read(buffer) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        if let goal { try await write(try reader.finish(), to: goal, of: ask) }
        return count
    }

    private struct Goal {
        let database: RealtimeDatabase
        let path: WritePath
    }

    private func goal(of ask: DatabaseUpload) async throws -> Goal {
        let goal = Goal(database: try await database(ask.database), path: try WritePath(ask.path))
        // Before everything is read; what comes in between is noticed at the end.
        if ask.onlyIfEmpty, try !goal.database.read(goal.path.node, by: .administrator).isEmpty { throw Self.notEmpty(ask) }
        return goal
    }

    private func write(_ node: Node, to goal: Goal, of ask: DatabaseUpload) async throws {
        let path = goal.path.node
        var operation = goal.path.isPriority ? try .setPriority(Priority(node), at: path) : WriteOperation.set(node, at: path)
        if ask.onlyIfEmpty { operation.expectedHash = "" }
        do {
            _ = try await goal.database.write(operation, by: .administrator)
        } catch DatabaseError.stale {
            throw Self.notEmpty(ask)
        } catch DatabaseError.tooLarge(let excess) {
            // The limits apply to administrators too, so that no import fills the machine by mistake.
            throw AdminError("Nothing was written. \(excess)")
        } catch DatabaseError.tree(let error) {
            throw error
        } catch DatabaseError.unavailable {
            throw AdminError(
                "It could not be written. Either too much waits to be written already, or the log of the server says why. Nothing was changed."
            )
        }
    }

    private static func notEmpty(_ ask: DatabaseUpload) -> AdminError {
        AdminError(
            "There is something at \(ask.path) of the database \(ask.database.name ?? ask.database.project). --force replaces all of it.")
    }
}

private final class ChunkSource: Sendable {
    private let chunks: Mutex<JSONChunks>

    init(_ chunks: JSONChunks) {
        self.chunks = Mutex(chunks)
    }

    func next() -> [UInt8]? { chunks.withLock { $0.next() } }
}
