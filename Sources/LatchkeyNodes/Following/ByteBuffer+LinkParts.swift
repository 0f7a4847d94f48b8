import LatchkeyTree
import NIOCore

/// The parts of messages between nodes.
extension ByteBuffer {
    mutating func write(number: Int) { writeInteger(Int64(number)) }

    mutating func readNumber() throws -> Int {
        guard let number: Int64 = readInteger() else { throw BadLinkMessage() }
        return Int(number)
    }

    mutating func write(flag: Bool) { writeInteger(UInt8(flag ? 1 : 0)) }

    mutating func readFlag() throws -> Bool {
        guard let flag: UInt8 = readInteger() else { throw BadLinkMessage() }
        return flag != 0
    }

    mutating func write(bytes: [UInt8]) {
        writeInteger(UInt32(bytes.count))
        writeBytes(bytes)
    }

    mutating func readPart() throws -> ByteBuffer {
        guard let length: UInt32 = readInteger(), let part = readSlice(length: Int(length)) else { throw BadLinkMessage() }
        return part
    }

    mutating func write(text: String) { write(bytes: Array(text.utf8)) }

    mutating func readText() throws -> String { String(buffer: try readPart()) }

    mutating func write(optional text: String?) {
        write(flag: text != nil)
        if let text { write(text: text) }
    }

    mutating func readOptionalText() throws -> String? { try readFlag() ? try readText() : nil }

    /// Writes the path that all changes have in common once, because it may be much longer than the changes.
    mutating func write(changes: [TreeChange]) {
        let common = changes.commonKeys
        write(text: TreePath(keys: common).description)
        write(number: changes.count)
        for change in changes {
            let (isPriority, json) = change.stored
            write(text: TreePath(keys: change.path.keys.dropFirst(common.count)).description)
            write(flag: isPriority)
            write(bytes: json)
        }
    }

    mutating func readChanges() throws -> [TreeChange] {
        let common = try TreePath(try readText())
        var changes: [TreeChange] = []
        for _ in 0..<max(0, try readNumber()) {
            let (path, isPriority) = (common.appending(try TreePath(try readText())), try readFlag())
            changes.append(try TreeChange(at: path, isPriority: isPriority, json: try readPart().readableBytesView))
        }
        return changes
    }
}

extension [TreeChange] {
    /// The keys with which all paths begin.
    fileprivate var commonKeys: ArraySlice<ChildKey> {
        guard let first = first?.path.keys[...] else { return [] }
        return dropFirst().reduce(first) { common, change in common.prefix(zip(common, change.path.keys).prefix { $0 == $1 }.count) }
    }

    /// The approximate size in a message, in bytes.
    var linkBytes: Int {
        let common = commonKeys
        return reduce(64 + common.linkBytes) { bytes, change in
            switch change {
            case .set(let path, let node): bytes + path.keys[common.count...].linkBytes + node.estimatedBytes
            case .setPriority(let path, let priority): bytes + path.keys[common.count...].linkBytes + priority.node.estimatedBytes
            }
        }
    }
}

extension ArraySlice<ChildKey> {
    fileprivate var linkBytes: Int { reduce(8) { $0 + $1.text.utf8.count + 1 } }
}

/// The error for a message that another version may understand. The link ends.
struct BadLinkMessage: Error {}
