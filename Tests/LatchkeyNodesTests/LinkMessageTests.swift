import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import NIOCore
import Testing

@testable import LatchkeyNodes

/// The messages between a node that has a database and one that follows it.
struct LinkMessageTests {
    private func sent(_ message: OwnerMessage) throws -> OwnerMessage { try OwnerMessage(try message.bytes) }
    private func sent(_ message: FollowerMessage) throws -> FollowerMessage { try FollowerMessage(try message.bytes) }

    private func changes() throws -> [TreeChange] {
        let tree = try Node(json: #"{".priority":"p","list":{"a":1.5,"b":true,"c":"é\n","d":{".sv":{"increment":2}}},"n":[1,2]}"#.utf8)
        let priority = try Priority(try Node(json: "7".utf8))
        return [.set(try TreePath("/a/é"), tree), .set(.root, .empty), .setPriority(try TreePath("b"), priority)]
    }

    @Test func changesArriveAsTheyWere() throws {
        let changes = try changes()
        guard case .change(.write(let received)) = try sent(.change(.write(changes))) else { throw BadLinkMessage() }
        #expect(received == changes)
        let rules = try SecurityRules(#"{"rules": {".read": true}}"#)
        guard case .change(.rules(let text)) = try sent(.change(.rules(rules))) else { throw BadLinkMessage() }
        #expect(text.text == rules.text)
        let settings = DatabaseSettings(sizeLimit: 1 << 30, pathSizeLimits: try PathSizeLimits(["/users/$uid": 2048]))
        guard case .change(.settings(let found)) = try sent(.change(.settings(settings))) else { throw BadLinkMessage() }
        #expect(found == settings)
    }

    /// Otherwise a client could fill the memory of nodes with a small update of a long path.
    @Test func aLongPathIsSentOnce() throws {
        let key = String(repeating: "k", count: 700)
        let deep = try TreePath((0..<30).map { _ in key }.joined(separator: "/"))
        let changes = try (0..<1000).map { number -> TreeChange in
            .set(deep.appending(try TreePath("\(number)")), try Node(json: "1".utf8))
        }
        let message = OwnerMessage.change(.write(changes))
        #expect(try message.bytes.readableBytes < 21_100 + 1000 * 30)
        #expect(changes.linkBytes < 21_100 + 1000 * 200)
        guard case .change(.write(let received)) = try sent(message) else { throw BadLinkMessage() }
        #expect(received == changes)
    }

    @Test(
        arguments: [
            nil, .permissionDenied, .denied(DecisionID(rawValue: "abc23456")), .stale(current: nil), .tree(.depth(max: 32)), .removed,
            .elsewhere,
            .unavailable, .tooLarge(.database(maxBytes: 1 << 30)),
        ] as [DatabaseError?])
    func outcomesArriveAsTheyWere(_ error: DatabaseError?) throws {
        guard case .outcome(7, let received) = try sent(.outcome(7, error)) else { throw BadLinkMessage() }
        #expect(received == error)
    }

    @Test func excessOfAPlaceArrives() throws {
        let limit = try #require(PathSizeLimit("/users/$uid", maxBytes: 2048))
        let error = DatabaseError.tooLarge(.place(try TreePath("users/ada"), limit))
        guard case .outcome(1, let received) = try sent(.outcome(1, error)) else { throw BadLinkMessage() }
        #expect(received == error)
    }

    @Test func writesArriveAsTheyWere() throws {
        var operation = WriteOperation(path: try TreePath("a"), changes: try changes(), expectedHash: "hash", isPriority: true)
        operation.isLeftBehind = true
        let user = Requester.user(.map(["uid": .string("ada"), "admin": .boolean(true)]))
        guard case .write(3, let received, .user(let auth), evenIfBusy: true) = try sent(.write(3, operation, user, evenIfBusy: true))
        else {
            throw BadLinkMessage()
        }
        #expect(received.path == operation.path && received.changes == operation.changes && received.expectedHash == "hash")
        #expect(received.isPriority && received.isLeftBehind)
        #expect(auth == .map(["uid": .string("ada"), "admin": .boolean(true)]))
        let plain = WriteOperation.set(.empty, at: .root)
        guard case .write(4, let second, .administrator, evenIfBusy: false) = try sent(.write(4, plain, .administrator, evenIfBusy: false))
        else { throw BadLinkMessage() }
        #expect(second.expectedHash == nil && !second.isPriority && !second.isLeftBehind)
        let kept = FollowerMessage.keep(5, [0: [], 9: try changes()], of: "client", .administrator)
        guard case .keep(5, let writes, of: "client", .administrator) = try sent(kept) else { throw BadLinkMessage() }
        #expect(writes == [0: [], 9: try changes()])
    }

    /// Another version, or a fault of the network's hardware.
    @Test func incompleteMessagesAreRefused() throws {
        let whole = try FollowerMessage.write(3, .set(.empty, at: .root), .administrator, evenIfBusy: true).bytes
        for count in 0..<whole.readableBytes {
            #expect(throws: (any Error).self, "\(count) bytes") {
                try FollowerMessage(try #require(whole.getSlice(at: whole.readerIndex, length: count)))
            }
        }
        #expect(throws: BadLinkMessage.self) { try OwnerMessage(ByteBuffer(bytes: [200])) }
        #expect(throws: BadLinkMessage.self) { try FollowerMessage(ByteBuffer(bytes: [1] + [UInt8](repeating: 255, count: 12))) }
    }
}
