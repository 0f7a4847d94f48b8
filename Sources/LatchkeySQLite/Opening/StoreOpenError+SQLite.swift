import LatchkeyIdentity

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
                The store \(path) is damaged: \(reason). Keep the file and the files with the same name and a suffix, put the last \
                backup in their place (see “Backups” in docs/operate.md) and start again. Without a backup, `sqlite3 \(path) .recover` \
                extracts the readable data.
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
                file away and restore a backup.
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

    static func olderSchema(_ path: String) -> Self {
        Self(
            .olderSchema,
            detail: """
                The store \(path) was written by a build of Latchkey from before the first release. This version cannot convert its \
                schema, and changed nothing in it. Choose a new data folder. To keep the users and the data, run `latchkey users export` \
                and `latchkey database export` of the build that wrote the store, and import the files into the new folder; projects, \
                providers and keys must be created again.
                """)
    }

    static func wrongMode(_ path: String, found: String, wanted: StoreMode) -> Self {
        Self(
            .wrongMode,
            detail: """
                The store \(path) is marked for \(found) accounts and cannot be opened for \(wanted.rawValue) ones; the two are never \
                mixed. Choose another data folder, or start in the mode that the store is marked for.
                """)
    }

    static func notDurable(wanted: SynchronousLevel, level: Int?) -> Self {
        Self(
            .notDurable,
            detail: """
                SQLite did not accept `synchronous = \(wanted.rawValue.uppercased())` (it reports \(level.map(String.init) ?? "nothing")), so a \
                power failure could lose more writes than you expect. Use the SQLite library that your system provides.
                """)
    }
}
