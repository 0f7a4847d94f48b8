package import Foundation
import LatchkeyIdentity
import LatchkeySecrets

/// The value of a column in SQLite's types. The schema has no floating-point numbers.
package enum StoredValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])
}

/// A value that can be stored in a column.
package protocol Storable {
    var stored: StoredValue { get }
    /// Decodes a value.
    ///
    /// - Returns: `nil` for a value that Latchkey never writes.
    init?(stored: StoredValue)
}

extension Optional: Storable where Wrapped: Storable {
    package var stored: StoredValue { self?.stored ?? .null }

    package init?(stored: StoredValue) {
        if stored == .null {
            self = .none
        } else if let wrapped = Wrapped(stored: stored) {
            self = .some(wrapped)
        } else {
            return nil
        }
    }
}

extension String: Storable {
    package var stored: StoredValue { .text(self) }

    package init?(stored: StoredValue) {
        guard case .text(let text) = stored else { return nil }
        self = text
    }
}

extension Int: Storable {
    package var stored: StoredValue { .integer(Int64(self)) }

    package init?(stored: StoredValue) {
        guard case .integer(let number) = stored else { return nil }
        self.init(exactly: number)
    }
}

extension Bool: Storable {
    package var stored: StoredValue { .integer(self ? 1 : 0) }

    package init?(stored: StoredValue) {
        switch stored {
        case .integer(0): self = false
        case .integer(1): self = true
        default: return nil
        }
    }
}

extension Date: Storable {
    package var stored: StoredValue { .integer(millisecondsSince1970) }

    package init?(stored: StoredValue) {
        guard case .integer(let milliseconds) = stored else { return nil }
        self.init(millisecondsSince1970: milliseconds)
    }
}

extension [UInt8]: Storable {
    package var stored: StoredValue { .blob(self) }

    package init?(stored: StoredValue) {
        guard case .blob(let bytes) = stored else { return nil }
        self = bytes
    }
}
