/// An error for a store that cannot be opened. Equality compares codes only.
public struct StoreOpenError: Error, Equatable, Sendable {
    /// The reason of the error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code as text.
        public let rawValue: String
        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The operating system or the database reported an error.
        public static let cannotOpen = Self(rawValue: "cannot_open")
        /// Other users can read the file of the store, and its permissions could not be changed.
        public static let notPrivate = Self(rawValue: "not_private")
        /// The database reports that it is corrupt.
        public static let damaged = Self(rawValue: "damaged")
        /// The file or the database is not a store.
        public static let notAStore = Self(rawValue: "not_a_store")
        /// The store was written by a newer version of Latchkey.
        public static let newerSchema = Self(rawValue: "newer_schema")
        /// The store was written by a build from before the first release, whose schema cannot be converted.
        public static let olderSchema = Self(rawValue: "older_schema")
        /// The store is marked for another mode.
        public static let wrongMode = Self(rawValue: "wrong_mode")
        /// The secrets of the store were encrypted with another master key.
        public static let wrongMasterKey = Self(rawValue: "wrong_master_key")
        /// Another process uses the store.
        public static let inUse = Self(rawValue: "in_use")
        /// The database would acknowledge writes that a failure can lose.
        public static let notDurable = Self(rawValue: "not_durable")
    }

    /// The reason.
    public let code: Code
    /// The problem and the way to fix it, in sentences for the operator.
    public let detail: String

    /// Creates an error.
    public init(_ code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }

    /// Whether both errors have the same code.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}

extension StoreOpenError: CustomStringConvertible {
    /// The same text as `detail`.
    public var description: String { detail }
}
