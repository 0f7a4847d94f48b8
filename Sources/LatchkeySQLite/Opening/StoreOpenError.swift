/// Why a store was not opened. Equality compares codes only.
public struct StoreOpenError: Error, Equatable, Sendable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The operating system or SQLite refused.
        public static let cannotOpen = Self(rawValue: "cannot_open")
        /// Others may read the file, and that could not be changed.
        public static let notPrivate = Self(rawValue: "not_private")
        /// SQLite cannot make sense of it any more.
        public static let damaged = Self(rawValue: "damaged")
        /// There is something else in the file.
        public static let notAStore = Self(rawValue: "not_a_store")
        /// It was written by a later version of this program.
        public static let newerSchema = Self(rawValue: "newer_schema")
        /// It is marked for another mode.
        public static let wrongMode = Self(rawValue: "wrong_mode")
        /// SQLite would acknowledge writes that a power cut takes.
        public static let notDurable = Self(rawValue: "not_durable")
    }

    public let code: Code
    /// What was found and how to mend it, in sentences for the person who started the program.
    public let detail: String

    public init(_ code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }

    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}

extension StoreOpenError: CustomStringConvertible {
    public var description: String { detail }
}

extension StoreOpenError {
    static func cannotOpen(_ path: String, because reason: String) -> Self {
        Self(
            .cannotOpen,
            detail: """
                The store \(path) cannot be opened: \(reason). Check that its folder exists, that this user may write there, that the \
                disk has room and that no other program holds the file.
                """)
    }

    static func damaged(_ path: String, because reason: String) -> Self {
        Self(
            .damaged,
            detail: """
                The store \(path) is damaged: \(reason). Keep the file and those whose names begin with its own, put the last backup in \
                their place (see “Backups” in docs/operations.md) and start again. Without a backup, `sqlite3 \(path) .recover` \
                writes down what can still be read.
                """)
    }

    static func notPrivate(_ path: String, because reason: String) -> Self {
        Self(
            .notPrivate,
            detail: """
                Other users may read the store file \(path), and its permissions cannot be changed: \(reason). Make this user its \
                owner, or run `chmod 600` on it.
                """)
    }

    static func notAStore(_ path: String, found: String) -> Self {
        Self(
            .notAStore,
            detail: """
                \(path) is not a Latchkey store: it is \(found). Nothing in it was changed. Choose another data folder, or move the \
                file away.
                """)
    }

    static func newerSchema(_ path: String, unknown: [String]) -> Self {
        Self(
            .newerSchema,
            detail: """
                The store \(path) was written by a newer version of Latchkey (its schema has \(unknown.joined(separator: ", ")), which \
                this version does not know). Start the newer version, or restore the copy that was made before it first ran.
                """)
    }

    static func wrongMode(_ path: String, found: String, wanted: StoreMode) -> Self {
        Self(
            .wrongMode,
            detail: """
                The store \(path) is marked for \(found) accounts and was to be opened for \(wanted.rawValue) ones; the two are never \
                mixed. Choose another data folder, or start in the mode that the store is marked for.
                """)
    }

    static func notDurable(level: Int?) -> Self {
        Self(
            .notDurable,
            detail: """
                SQLite did not accept `synchronous = FULL` (it says \(level.map(String.init) ?? "nothing")), so that a power cut could \
                take writes that were acknowledged. Use the SQLite library that your system provides.
                """)
    }
}
