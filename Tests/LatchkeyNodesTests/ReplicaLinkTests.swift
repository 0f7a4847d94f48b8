import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import LatchkeyNodes

/// A node that follows a database, and hand-written messages of the other node.
@Suite(.timeLimit(.minutes(5))) final class ReplicaLinkTests: Sendable {
    private let channel = NIOAsyncTestingChannel()
    private let told = Mutex<[String]>([])
    private let isUsed = Mutex(true)
    private static let id = DatabaseID(project: "p", name: "p")

    private func tell(_ text: String) { told.withLock { $0.append(text) } }
    private var texts: [String] { told.withLock { $0 } }

    /// Follows the database on the channel.
    private func follow() async throws -> (replica: Replica, ready: Task<RealtimeDatabase, any Error>, ended: Task<Bool, Never>) {
        try await channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        let link = try await channel.eventLoop.submit { [channel] in try NodeLink.make(on: channel) }.get()
        let setting = Replicas.Setting(
            now: { 99 }, denials: nil, isUsed: { [self] _ in isUsed.withLock { $0 } }, whenEnded: { _ in }, endSession: { _, _ in true },
            log: NodeLog(Logger(label: "test")))
        let replica = Replica(of: Self.id, link, setting)
        let (results, continuation) = AsyncStream.makeStream(of: Result<RealtimeDatabase, any Error>.self)
        let ended = Task { await replica.run { continuation.yield($0) }.0 != nil }
        let ready = Task {
            for await result in results { return try result.get() }
            throw CancellationError()
        }
        return (replica, ready, ended)
    }

    private func receive(_ message: OwnerMessage) async throws {
        let bytes = try message.bytes
        var framed = ByteBuffer(integer: UInt32(bytes.readableBytes))
        framed.writeImmutableBuffer(bytes)
        // As it may arrive: in pieces.
        for byte in framed.readableBytesView { _ = try await channel.writeInbound(ByteBuffer(bytes: [byte])) }
    }

    private func receiveOpening(_ parts: [String] = [#"{"open":true,"a""#, ":1}"]) async throws {
        for part in parts { try await receive(.tree(Array(part.utf8))) }
        try await receive(.change(.rules(try SecurityRules(#"{"rules": {".read": true}}"#))))
        try await receive(.change(.settings(DatabaseSettings(sizeLimit: 2 << 20))))
        try await receive(.begin)
    }

    /// Returns the next message to the owner that is not a beat.
    private func sent() async throws -> FollowerMessage {
        while true {
            var bytes = try await channel.waitForOutboundWrite(as: ByteBuffer.self)
            while let length: UInt32 = bytes.readInteger(), let message = bytes.readSlice(length: Int(length)) {
                let message = try FollowerMessage(message)
                if case .beat = message { continue }
                return message
            }
        }
    }

    private func listen(_ database: RealtimeDatabase) throws {
        let path = try TreePath("a")
        _ = try database.listen(
            to: path, by: .nobody,
            sink: { [self] event, _ in
                switch event {
                case .put(let path, let node): tell("put \(path) \(node.json())")
                case .ended: tell("ended")
                default: tell("other")
                }
            }, first: { [self] node in { self.tell("first \(node.json())") } })
    }

    @Test func outcomeOfAWriteComesAfterItsChange() async throws {
        let (_, ready, _) = try await follow()
        try await receiveOpening()
        let database = try await ready.value
        #expect(database.settings.sizeLimit == 2 << 20)
        try listen(database)
        let write = Task { [self] in
            _ = try await database.write(.set(try Node(json: "2".utf8), at: try TreePath("a")), by: .nobody)
            tell("written")
        }
        guard case .write(let number, let operation, .user(.null), evenIfBusy: false) = try await sent() else { throw BadLinkMessage() }
        try await receive(.change(.write(operation.changes)))
        try await receive(.outcome(number, nil))
        try await write.value
        #expect(texts == ["first 1", "put /a 2", "written"])
    }

    @Test func everythingFailsWhenTheLinkEnds() async throws {
        let (_, ready, ended) = try await follow()
        try await receiveOpening()
        let database = try await ready.value
        try listen(database)
        let write = Task { try await database.write(.set(.empty, at: .root), by: .nobody) }
        _ = try await sent()
        try await channel.close()
        await #expect(throws: DatabaseError.elsewhere) { try await write.value }
        #expect(await ended.value)
        #expect(texts == ["first 1", "ended"])
        await #expect(throws: DatabaseError.elsewhere) { try await database.catchUp() }
        #expect(throws: DatabaseError.elsewhere) { try database.read(.root, by: .administrator) }
    }

    @Test func aReplicaThatNoClientUsesEnds() async throws {
        let (replica, ready, ended) = try await follow()
        try await receiveOpening()
        _ = try await ready.value
        replica.endIfUnused()
        #expect(channel.isActive)
        isUsed.withLock { $0 = false }
        replica.endIfUnused()
        isUsed.withLock { $0 = true }
        replica.endIfUnused()
        isUsed.withLock { $0 = false }
        replica.endIfUnused()
        #expect(channel.isActive)
        replica.endIfUnused()
        #expect(await ended.value)
    }

    @Test(arguments: [[#"{"a":"#], [#"{"a":1}"#, "1"], ["no"]]) func aTreeThatIsNotCompleteIsNotUsed(_ parts: [String]) async throws {
        let (_, ready, ended) = try await follow()
        try? await receiveOpening(parts)
        await #expect(throws: (any Error).self) { try await ready.value }
        #expect(await !ended.value)
    }

    @Test func aChangeBeforeTheTreeEndsTheLink() async throws {
        let (_, ready, _) = try await follow()
        try? await receive(.change(.write([.set(.root, .empty)])))
        await #expect(throws: (any Error).self) { try await ready.value }
    }

    @Test func aMessageBeyondTheLimitEndsTheLink() async throws {
        let (_, ready, _) = try await follow()
        _ = try? await channel.writeInbound(ByteBuffer(integer: UInt32(LinkFrames.maxBytes) + 1))
        await #expect(throws: (any Error).self) { try await ready.value }
    }
}
