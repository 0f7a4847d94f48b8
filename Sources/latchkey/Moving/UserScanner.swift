/// A streaming parser for the users in the JSON of `firebase auth:export`, which holds one user at a time.
///
/// The file is `{"users": [ {...}, {...} ]}`, or just an array. The parser examines only brackets and strings; each user is
/// decoded separately.
struct UserScanner {
    /// The reason why a file contains no users.
    struct Malformed: Error, Equatable {
        let problem: String
    }

    /// The maximum size of a user. A thousand characters of claims and a dozen identities stay far below it.
    static let maxUserBytes = 262_144

    private enum Place {
        /// Before the first bracket.
        case start
        /// In the outer object, between its members.
        case members
        /// In the array of users, between two elements.
        case users
        /// After the users.
        case end
    }

    private var place = Place.start
    /// The number of open brackets inside a user, or inside a skipped member.
    private var depth = 0
    private var inText = false
    private var escaped = false
    /// The bytes of the current user, or of a member's name.
    private var collected: [UInt8] = []
    /// The name of the current member.
    private var name: String?
    private(set) var seenUsers = false
    private var userCount = 0

    /// Parses the next chunk of the file.
    ///
    /// - Parameter found: Called with each user that ends in this chunk.
    /// - Throws: ``Malformed``, or what `found` throws.
    mutating func feed(_ chunk: UnsafeBufferPointer<UInt8>, found: ([UInt8]) throws -> Void) throws {
        var index = 0
        while index < chunk.count {
            if place == .users, depth > 0 || inText {
                index = try scanUser(chunk, from: index, found: found)
            } else {
                try step(chunk[index])
                index += 1
            }
        }
    }

    /// - Throws: ``Malformed`` when the file is incomplete.
    func finish() throws {
        guard seenUsers else { throw Malformed(problem: "it has no member \"users\" with an array.") }
        guard place == .end || (place == .members && depth == 0) else {
            throw Malformed(problem: "it is truncated.")
        }
    }

    /// The hot path: scans to the end of the current user, or of the chunk.
    private mutating func scanUser(
        _ chunk: UnsafeBufferPointer<UInt8>, from start: Int, found: ([UInt8]) throws -> Void
    ) throws -> Int {
        var (depth, inText, escaped) = (depth, inText, escaped)
        var index = start
        loop: while index < chunk.count {
            let byte = chunk[index]
            index += 1
            if escaped {
                escaped = false
            } else if inText {
                if byte == UInt8(ascii: "\"") { inText = false } else if byte == UInt8(ascii: "\\") { escaped = true }
            } else {
                switch byte {
                case UInt8(ascii: "\""): inText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    depth -= 1
                    if depth == 0 { break loop }
                default: break
                }
            }
        }
        (self.depth, self.inText, self.escaped) = (depth, inText, escaped)
        guard collected.count + index - start <= Self.maxUserBytes else {
            throw Malformed(problem: "a user is longer than \(Self.maxUserBytes) bytes.")
        }
        collected.append(contentsOf: chunk[start..<index])
        if depth == 0 {
            userCount += 1
            try found(collected)
            collected.removeAll(keepingCapacity: true)
        }
        return index
    }

    private mutating func step(_ byte: UInt8) throws {
        if escaped {
            escaped = false
            return try collectName(byte)
        }
        if inText {
            switch byte {
            case UInt8(ascii: "\\"): escaped = true
            case UInt8(ascii: "\""):
                inText = false
                if depth == 0, name == nil { name = String(decoding: collected, as: UTF8.self) }
                collected.removeAll(keepingCapacity: true)
            default: try collectName(byte)
            }
            return
        }
        // White space, and the byte order mark that some programs write.
        if [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains(byte) { return }
        switch place {
        case .start: try begin(byte)
        case .members: try stepThroughMembers(byte)
        case .users:
            switch byte {
            case UInt8(ascii: "{"):
                depth = 1
                collected.append(byte)
            case UInt8(ascii: ","): break
            case UInt8(ascii: "]"): place = wraps ? .members : .end
            default: throw Malformed(problem: "row \(userCount + 1) of the array \"users\" is not an object.")
            }
        case .end: throw Malformed(problem: "there is more data after the users.")
        }
    }

    /// Whether the array is a member of an object.
    private var wraps = false

    private mutating func begin(_ byte: UInt8) throws {
        switch byte {
        case UInt8(ascii: "{"):
            place = .members
            wraps = true
        case UInt8(ascii: "["):
            place = .users
            seenUsers = true
        default: throw Malformed(problem: "it is not JSON: it begins with neither { nor [.")
        }
    }

    private mutating func stepThroughMembers(_ byte: UInt8) throws {
        switch byte {
        case UInt8(ascii: "\""): inText = true
        case UInt8(ascii: "[") where depth == 0 && name == "users":
            place = .users
            seenUsers = true
            name = nil
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}") where depth == 0: place = .end
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: ",") where depth == 0: name = nil
        default: break
        }
    }

    private mutating func collectName(_ byte: UInt8) throws {
        guard depth == 0, name == nil else { return }
        guard collected.count < 256 else { throw Malformed(problem: "the name of a member is too long.") }
        collected.append(byte)
    }
}
