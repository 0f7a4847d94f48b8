import Foundation
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import NIOCore

/// A message of the node that has a database to one that follows it.
enum OwnerMessage {
    /// A part of the JSON of the tree, before ``begin``.
    case tree([UInt8])
    /// The parts of the tree, the rules and the settings are complete.
    case begin
    case change(FollowedChange)
    /// The outcome of a request; all changes that it includes were sent before.
    case outcome(Int, DatabaseError?)
    /// Asks to end the session of a client, which has connected to another node.
    case endSession(Int, String)
    /// Shows that the link works.
    case beat

    private enum Kind: UInt8 {
        case tree, begin, write, rules, settings, ended, outcome, endSession, beat
    }

    var bytes: ByteBuffer {
        get throws {
            var buffer = ByteBuffer()
            func begin(_ kind: Kind) { buffer.writeInteger(kind.rawValue) }
            switch self {
            case .tree(let json):
                begin(.tree)
                buffer.writeBytes(json)
            case .begin: begin(.begin)
            case .change(.write(let changes)):
                begin(.write)
                buffer.write(changes: changes)
            case .change(.rules(let rules)):
                begin(.rules)
                buffer.write(text: rules.text)
            case .change(.settings(let settings)):
                begin(.settings)
                buffer.write(bytes: Array(try JSONEncoder().encode(settings)))
            case .change(.ended(let error)):
                begin(.ended)
                buffer.write(error: error)
            case .outcome(let number, let error):
                begin(.outcome)
                buffer.write(number: number)
                buffer.write(error: error)
            case .endSession(let number, let id):
                begin(.endSession)
                buffer.write(number: number)
                buffer.write(text: id)
            case .beat: begin(.beat)
            }
            return buffer
        }
    }

    /// - Throws: An error for bytes that are not such a message.
    init(_ bytes: ByteBuffer) throws {
        var buffer = bytes
        guard let kind = (buffer.readInteger() as UInt8?).flatMap(Kind.init) else { throw BadLinkMessage() }
        switch kind {
        case .tree: self = .tree(Array(buffer.readableBytesView))
        case .begin: self = .begin
        case .write: self = .change(.write(try buffer.readChanges()))
        case .rules: self = .change(.rules(try SecurityRules(saved: try buffer.readText())))
        case .settings:
            let json = Data(try buffer.readPart().readableBytesView)
            self = .change(.settings(try JSONDecoder().decode(DatabaseSettings.self, from: json)))
        case .ended: self = .change(.ended(try buffer.readError() ?? .elsewhere))
        case .outcome: self = .outcome(try buffer.readNumber(), try buffer.readError())
        case .endSession: self = .endSession(try buffer.readNumber(), try buffer.readText())
        case .beat: self = .beat
        }
    }
}
