/// Finds the users in the JSON of `firebase auth:export`, however long it is: holds one user at a time.
///
/// The file is `{"users": [ {...}, {...} ]}`; an array alone is read too. Only brackets and texts are looked at here, each user is
/// decoded by itself.
struct UserScanner {
    /// Why a file is none that holds users.
    struct Malformed: Error, Equatable {
        let problem: String
    }

    /// What a user may be long. A thousand characters of claims and a dozen identities stay far below.
    static let maxUserBytes = 262_144

    private enum Place {
        /// Before the first bracket.
        case start
        /// In the outer object, between its members.
        case members
        /// In the array of users, between two of them.
        case users
        /// After the users.
        case end
    }

    private var place = Place.start
    /// Open brackets inside a user, or inside a member that is passed over.
    private var depth = 0
    private var inText = false
    private var escaped = false
    /// Bytes of the user, or of the name of a member.
    private var collected: [UInt8] = []
    /// The member whose value follows.
    private var name: String?
    private(set) var seenUsers = false
    private var userCount = 0

    /// Takes the next part of the file.
    ///
    /// - Parameter found: Is given each user that ends in this part.
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

    /// - Throws: ``Malformed`` when the file ended too early.
    func finish() throws {
        guard seenUsers else { throw Malformed(problem: "it has no member “users” with an array.") }
        guard place == .end || (place == .members && depth == 0) else {
            throw Malformed(problem: "it ends in the middle: it was cut off.")
        }
    }

    /// The hot path: from inside a user to its end, or to the end of the part.
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
        // White space, and the mark that some programs put before UTF-8.
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
            default: throw Malformed(problem: "row \(userCount + 1) of the array “users” is no object.")
            }
        case .end: throw Malformed(problem: "something follows after the users.")
        }
    }

    /// Whether the array stands in an object.
    private var wraps = false

    private mutating func begin(_ byte: UInt8) throws {
        switch byte {
        case UInt8(ascii: "{"):
            place = .members
            wraps = true
        case UInt8(ascii: "["):
            place = .users
            seenUsers = true
        default: throw Malformed(problem: "it is no JSON: it begins with neither { nor [.")
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
