import LatchkeyRealtime
import LatchkeyTree
import NIOCore

/// The outcome of a request to the owner of a database: `nil` for success.
extension ByteBuffer {
    private enum Kind: UInt8 {
        case none, denied, stale, depth, databaseSize, placeSize, removed, elsewhere, unavailable
    }

    private mutating func write(kind: Kind) { writeInteger(kind.rawValue) }

    mutating func write(error: DatabaseError?) {
        switch error {
        case nil: write(kind: .none)
        case .denied(let decision):
            write(kind: .denied)
            write(optional: decision?.rawValue)
        // Only REST shows the current data, and other nodes pass its writes on.
        case .stale: write(kind: .stale)
        case .tree(.depth(let max)):
            write(kind: .depth)
            write(number: max)
        case .tooLarge(.database(let maxBytes)):
            write(kind: .databaseSize)
            write(number: maxBytes)
        case .tooLarge(.place(let path, let limit)):
            write(kind: .placeSize)
            write(text: path.description)
            write(text: limit.pattern)
            write(number: limit.maxBytes)
        case .removed: write(kind: .removed)
        case .elsewhere: write(kind: .elsewhere)
        // The other errors occur before a write is submitted.
        case .unavailable, .tree, .overlappingPaths, .indexMissing: write(kind: .unavailable)
        }
    }

    mutating func readError() throws -> DatabaseError? {
        guard let kind = (readInteger() as UInt8?).flatMap(Kind.init) else { throw BadLinkMessage() }
        switch kind {
        case .none: return nil
        case .denied: return .denied(try readOptionalText().map(DecisionID.init))
        case .stale: return .stale(current: nil)
        case .depth: return .tree(.depth(max: try readNumber()))
        case .databaseSize: return .tooLarge(.database(maxBytes: try readNumber()))
        case .placeSize:
            let (path, pattern, maxBytes) = (try TreePath(try readText()), try readText(), try readNumber())
            guard let limit = PathSizeLimit(pattern, maxBytes: maxBytes) else { throw BadLinkMessage() }
            return .tooLarge(.place(path, limit))
        case .removed: return .removed
        case .elsewhere: return .elsewhere
        case .unavailable: return .unavailable
        }
    }
}
