import LatchkeySecrets
import LatchkeyTree

/// A line of a journal: a checksum, a space, and JSON without line breaks.
enum JournalRecord {
    case write(PendingWrite)
    /// The write with this ID is completed.
    case done(Int)

    private static let checksumLength = 8
    /// The valid IDs. The maximum leaves room for further IDs.
    private static let ids = 0...(1 << 53)

    /// The line, including its line break.
    var line: [UInt8] {
        var writer = JSONWriter()
        switch self {
        case .done(let id): writer.append(raw: "{\"r\":\(id)}")
        case .write(let write):
            writer.append(raw: "{\"i\":\(write.id),\"p\":")
            writer.append(quoting: write.path.description)
            if let owner = write.owner {
                writer.append(raw: ",\"u\":")
                writer.append(quoting: owner)
            }
            Self.append(write.content, to: &writer)
            writer.append(raw: "}")
        }
        let json = String(decoding: writer.bytes, as: UTF8.self)
        return Array("\(Self.checksum(json)) \(json)\n".utf8)
    }

    private static func append(_ content: PendingWrite.Content, to writer: inout JSONWriter) {
        switch content {
        case .set(let node):
            writer.append(raw: ",\"s\":")
            writer.append(node, .export)
        case .setPriority(let priority):
            writer.append(raw: ",\"y\":")
            writer.append(priority.node, .export)
        case .merge(let children):
            writer.append(raw: ",\"m\":{")
            for (index, child) in children.enumerated() {
                if index > 0 { writer.append(raw: ",") }
                writer.append(quoting: child.path.text)
                writer.append(raw: ":")
                writer.append(child.node, .export)
            }
            writer.append(raw: "}")
        }
    }

    /// Parses a line.
    ///
    /// - Parameter line: The line without its line break.
    /// - Returns: `nil` for a damaged line.
    init?(line: ArraySlice<UInt8>) {
        let text = line.dropFirst(Self.checksumLength)
        guard text.first == UInt8(ascii: " "), let json = String(validating: text.dropFirst(), as: UTF8.self),
            line.prefix(Self.checksumLength).elementsEqual(Self.checksum(json).utf8),
            let value = try? JSONValue(json: json.utf8)
        else { return nil }
        if let id = Self.integer(value["r"]) {
            self = .done(id)
        } else if let id = Self.integer(value["i"]), Self.ids.contains(id), let path = value["p"]?.string.flatMap({ try? TreePath($0) }),
            let content = Self.content(value)
        {
            self = .write(PendingWrite(id: id, path: path, content: content, owner: value["u"]?.string))
        } else {
            return nil
        }
    }

    private static func content(_ value: JSONValue) -> PendingWrite.Content? {
        if let node = value["s"] { return (try? Node(node)).map { .set($0) } }
        if let priority = value["y"] { return (try? Priority(Node(priority))).map { .setPriority($0) } }
        guard case .object(let members)? = value["m"] else { return nil }
        let children = members.compactMap { member -> WriteChild? in
            guard let path = try? WritePath(member.name), let node = try? Node(member.value) else { return nil }
            return WriteChild(path: path, node: node)
        }
        return children.count == members.count ? .merge(children) : nil
    }

    private static func integer(_ value: JSONValue?) -> Int? { value?.number.flatMap { Int(exactly: $0) } }

    private static func checksum(_ json: String) -> Substring { Fingerprint(of: json).hex.prefix(checksumLength) }
}

extension JournalRecord {
    /// Returns the uncompleted writes of a journal, in order.
    ///
    /// - Returns: The writes, and whether the journal contains anything else: completed writes or unreadable lines. An incomplete last line
    ///   was being written when the program ended. A damaged line does not affect others.
    static func pending(in bytes: [UInt8]) -> (writes: [PendingWrite], hasMore: Bool) {
        var writes: [PendingWrite] = []
        var done: Set<Int> = []
        var hasMore = false
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            switch JournalRecord(line: rest[..<end]) {
            case .write(let write) where write.id > writes.last?.id ?? -1: writes.append(write)
            // IDs must increase: with duplicates, the completion of one write would also complete the other.
            case .write: hasMore = true
            case .done(let id): done.insert(id)
            case nil: hasMore = true
            }
            rest = rest[(end + 1)...]
        }
        return (writes.filter { !done.contains($0.id) }, hasMore || !done.isEmpty || !rest.isEmpty)
    }
}
