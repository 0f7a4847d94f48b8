import LatchkeyRealtime
import LatchkeyTree
import NIOCore

/// A message of a node that follows a database to the one that has it. Requests have numbers, which their outcomes repeat.
enum FollowerMessage {
    case write(Int, WriteOperation, Requester, evenIfBusy: Bool)
    /// The changes of on-disconnect writes by their order, and the ID of the client's connection.
    case keep(Int, [Int: [TreeChange]], of: String, Requester)
    case forgetLeftWrites(Int, of: String)
    case catchUp(Int)
    /// Asks to end the session of a client at any node.
    case endSession(Int, String)
    /// The session of ``OwnerMessage/endSession(_:_:)`` has ended, or is not at this node.
    case sessionEnded(Int)
    /// Shows that the link works.
    case beat

    private enum Kind: UInt8 {
        case write, keep, forgetLeftWrites, catchUp, endSession, sessionEnded, beat
    }

    var bytes: ByteBuffer {
        get throws {
            var buffer = ByteBuffer()
            func begin(_ kind: Kind, _ number: Int? = nil) {
                buffer.writeInteger(kind.rawValue)
                if let number { buffer.write(number: number) }
            }
            switch self {
            case .write(let number, let operation, let requester, let evenIfBusy):
                begin(.write, number)
                buffer.write(text: try requester.stored)
                buffer.write(flag: evenIfBusy)
                buffer.write(operation)
            case .keep(let number, let writes, let client, let requester):
                begin(.keep, number)
                buffer.write(text: client)
                buffer.write(text: try requester.stored)
                buffer.write(number: writes.count)
                for (order, changes) in writes {
                    buffer.write(number: order)
                    buffer.write(changes: changes)
                }
            case .forgetLeftWrites(let number, let client):
                begin(.forgetLeftWrites, number)
                buffer.write(text: client)
            case .catchUp(let number): begin(.catchUp, number)
            case .endSession(let number, let id):
                begin(.endSession, number)
                buffer.write(text: id)
            case .sessionEnded(let number): begin(.sessionEnded, number)
            case .beat: begin(.beat)
            }
            return buffer
        }
    }

    /// - Throws: An error for bytes that are not such a message.
    init(_ bytes: ByteBuffer) throws {
        var buffer = bytes
        guard let kind = (buffer.readInteger() as UInt8?).flatMap(Kind.init) else { throw BadLinkMessage() }
        if kind == .beat {
            self = .beat
            return
        }
        let number = try buffer.readNumber()
        switch kind {
        case .write:
            let (requester, evenIfBusy) = (Requester(stored: try buffer.readText()), try buffer.readFlag())
            self = .write(number, try buffer.readOperation(), requester, evenIfBusy: evenIfBusy)
        case .keep:
            let (client, requester) = (try buffer.readText(), Requester(stored: try buffer.readText()))
            var writes: [Int: [TreeChange]] = [:]
            for _ in 0..<max(0, try buffer.readNumber()) { writes[try buffer.readNumber()] = try buffer.readChanges() }
            self = .keep(number, writes, of: client, requester)
        case .forgetLeftWrites: self = .forgetLeftWrites(number, of: try buffer.readText())
        case .catchUp: self = .catchUp(number)
        case .endSession: self = .endSession(number, try buffer.readText())
        case .sessionEnded: self = .sessionEnded(number)
        case .beat: self = .beat
        }
    }
}

extension ByteBuffer {
    fileprivate mutating func write(_ operation: WriteOperation) {
        write(text: operation.path.description)
        write(flag: operation.isPriority)
        write(flag: operation.isLeftBehind)
        write(optional: operation.expectedHash)
        write(changes: operation.changes)
    }

    fileprivate mutating func readOperation() throws -> WriteOperation {
        let (path, isPriority, isLeftBehind) = (try TreePath(try readText()), try readFlag(), try readFlag())
        let hash = try readOptionalText()
        var operation = WriteOperation(path: path, changes: try readChanges(), expectedHash: hash, isPriority: isPriority)
        operation.isLeftBehind = isLeftBehind
        return operation
    }
}
