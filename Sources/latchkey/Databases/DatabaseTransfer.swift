import HTTPTypes
import Hummingbird
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyTree
import NIOCore
import Synchronization

/// The form of downloaded data.
struct DatabaseForm: Sendable, Equatable {
    var isExport = false
    var isShallow = false
    var isPretty = false
}

/// A tree that replaces the data at a path.
private struct DatabaseUpload: Sendable {
    var database: DatabaseName
    var path: String
    /// Whether the upload fails if there is existing data.
    var onlyIfEmpty: Bool
}

/// The length of an upload.
struct UploadedBytes: Codable, Sendable {
    var bytes: Int
}

extension Administrator {
    private static let chunkBytes = 256 * 1024
    /// More than the memory of a server, which contains the whole tree.
    private static let maxUploadBytes = 1 << 40
    static let maxProfileSeconds = 3600
    private static let profileSign = Duration.seconds(5)

    func addDatabaseTransfer(to routes: OperatorRoutes) {
        let path = "/v2/projects/:project/databases/:database"
        routes.stream(.get, path + "/data") { call in
            let form = DatabaseForm(
                isExport: try call.flag("export"), isShallow: try call.flag("shallow"), isPretty: try call.flag("pretty"))
            return Self.response(try await read(call.query("path") ?? "/", of: call.database, form))
        }
        routes.on(.put, path + "/data") { call in
            let upload = DatabaseUpload(
                database: call.database, path: call.query("path") ?? "/", onlyIfEmpty: try call.flag("onlyIfEmpty"))
            return UploadedBytes(bytes: try await self.upload(upload, call.request.body))
        }
        // A line of JSON for each operation, and empty lines as keep-alives.
        routes.stream(.get, path + "/profile") { call in
            Self.response(
                try await profile(call.database, seconds: call.number("seconds", default: 30)), type: "application/x-ndjson; charset=utf-8")
        }
    }

    private static func response(_ pieces: AsyncStream<[UInt8]>, type: String = "application/json; charset=utf-8") -> Response {
        Response(
            status: .ok, headers: [.contentType: type],
            body: ResponseBody { writer in
                for await piece in pieces { try await writer.write(ByteBuffer(bytes: piece)) }
                try await writer.finish(nil)
            })
    }

    private func read(_ path: String, of name: DatabaseName, _ form: DatabaseForm) async throws -> AsyncStream<[UInt8]> {
        let place = try WritePath(path)
        let found = try await database(name).read(place.node, by: .administrator)
        return Self.pieces(of: place.isPriority ? found.priority.node : found, form)
    }

    private func profile(_ name: DatabaseName, seconds: Int) async throws -> AsyncStream<[UInt8]> {
        guard databases.denials != nil else { throw Self.noServer("Profiling requires a running server") }
        guard (1...Self.maxProfileSeconds).contains(seconds) else {
            throw AdminError("\(seconds) is not between 1 and \(Self.maxProfileSeconds) seconds.")
        }
        return Self.lines(of: try await database(name).profile.operations(), for: .seconds(seconds))
    }

    /// Creates the chunks lazily, so that only one is in memory.
    private static func pieces(of node: Node, _ form: DatabaseForm) -> AsyncStream<[UInt8]> {
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
        // Keep-alives show the client that the server is still there.
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

    /// - Parameter pieces: The chunks of JSON. They are consumed even after an error, because clients read the response only afterwards.
    /// - Returns: The number of bytes read.
    private func upload(_ input: DatabaseUpload, _ pieces: RequestBody) async throws -> Int {
        var failure: (any Error)?
        var goal: Goal?
        do { goal = try await self.goal(of: input) } catch { failure = error }
        var reader = NodeReader()
        var count = 0
        for try await piece in pieces where failure == nil {
            count += piece.readableBytes
            guard count <= Self.maxUploadBytes else { throw HTTPError(.contentTooLarge) }
            do throws(TreeError) {
                try Array(piece.readableBytesView).withUnsafeBufferPointer { buffer throws(TreeError) in try reader.read(buffer) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        if let goal { try await write(try reader.finish(), to: goal, of: input) }
        return count
    }

    private struct Goal {
        let database: RealtimeDatabase
        let path: WritePath
    }

    private func goal(of input: DatabaseUpload) async throws -> Goal {
        let goal = Goal(database: try await database(input.database), path: try WritePath(input.path))
        // Checked before the upload; writes during the upload are detected at the end.
        if input.onlyIfEmpty, try !goal.database.read(goal.path.node, by: .administrator).isEmpty { throw Self.notEmpty(input) }
        return goal
    }

    private func write(_ node: Node, to goal: Goal, of input: DatabaseUpload) async throws {
        let path = goal.path.node
        var operation = goal.path.isPriority ? try .setPriority(Priority(node), at: path) : WriteOperation.set(node, at: path)
        if input.onlyIfEmpty { operation.expectedHash = "" }
        do {
            _ = try await goal.database.write(operation, by: .administrator)
            try await databaseAdministration.recordWrite(
                input.onlyIfEmpty ? "import" : "save", to: "\(operation.path)", of: goal.database.id, by: .command)
        } catch DatabaseError.stale {
            throw Self.notEmpty(input)
        } catch DatabaseError.tooLarge(let excess) {
            // The limits also apply to administrators, so that an import cannot exhaust the machine by mistake.
            throw AdminError("Nothing was written. \(excess)")
        } catch DatabaseError.tree(let error) {
            throw error
        } catch DatabaseError.unavailable {
            throw AdminError(
                "The write failed and nothing was changed. Too many writes are pending, or see the server's log for the reason."
            )
        }
    }

    private static func notEmpty(_ input: DatabaseUpload) -> AdminError {
        AdminError(
            "The database \(input.database.name) has data at \(input.path). Use --force to replace it.")
    }
}

private final class ChunkSource: Sendable {
    private let chunks: Mutex<JSONChunks>

    init(_ chunks: JSONChunks) {
        self.chunks = Mutex(chunks)
    }

    func next() -> [UInt8]? { chunks.withLock { $0.next() } }
}
