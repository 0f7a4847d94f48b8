import Foundation
import LatchkeyIdentity
import LatchkeyPostgres
import LatchkeySQL
import LatchkeySQLite
import LatchkeySecrets

/// Moves the store of a data folder to PostgreSQL, or back.
struct FolderMove {
    /// The data folder.
    let settings: FolderSettings
    /// The database in PostgreSQL.
    let uri: Secret<String>
    let password: Secret<String>?
    let isToFolder: Bool

    struct Result: Codable {
        var accounts: Int
        var databases: Int
        var rows: Int
        /// The number of rows that an interrupted move had copied.
        var resumedRows: Int
        var target: String
        /// What to do next.
        var next: String
    }

    private var file: String { DataFolder.databasePath(in: settings.dataFolder) }
    private var incompleteFile: String { DataFolder.incompletePath(in: settings.dataFolder) }

    func run() async throws -> Result {
        try await isToFolder ? moveToFolder() : moveToPostgres()
    }

    private func moveToPostgres() async throws -> Result {
        guard FileManager.default.fileExists(atPath: file) else { throw noStore }
        let folder = try takeFolder()
        guard !folder.lacksStore else { throw noStore }
        report(try PostgresStore.server(uri.expose(), password: password))
        let note = DataFolder.elsewherePath(in: folder.path)
        // The folder has its note before the last step, so that no server can use both stores.
        if FileManager.default.fileExists(atPath: note) {
            guard try PostgresStore.isUnfinishedMove(uri.expose(), password: password) else { throw alreadyInPostgres(note) }
            try FileManager.default.removeItem(atPath: note)
        }
        let (source, mode, sealer) = try await open(.folder, in: folder)
        let target = try PostgresStore.open(
            uri.expose(), password: password, mode: mode, sealer: sealer, isExclusive: true, isMove: true)
        let moved = try await move(source, to: target)
        try source.close()
        try folder.noteStoreElsewhere()
        try await target.finishMove()
        target.close()
        return withExtendedLifetime(folder) { result(moved, next: Self.nextInPostgres) }
    }

    private func takeFolder() throws -> DataFolder {
        try DataFolder(taking: settings.dataFolder, option: isToFolder ? "--to" : "--from")
    }

    private func moveToFolder() async throws -> Result {
        try requireNoFiles()
        guard try settings.store.hasStore(in: settings.dataFolder) else { throw Failure("The PostgreSQL database has no Latchkey store.") }
        let folder = try takeFolder()
        let (source, mode, _) = try await open(settings.store, in: folder)
        let target = try SQLiteStore.open(path: incompleteFile, mode: mode)
        let moved = try await move(source, to: target)
        try target.close()
        // A commit fails if a server has opened the source meanwhile.
        try await source.makeDurable()
        try requireNoFiles()
        guard rename(incompleteFile, file) == 0 else {
            throw Failure("\(file) cannot be written: \(String(cString: strerror(errno))).")
        }
        let note = DataFolder.elsewherePath(in: folder.path)
        if FileManager.default.fileExists(atPath: note) { try FileManager.default.removeItem(atPath: note) }
        try source.close()
        return withExtendedLifetime(folder) { result(moved, next: Self.nextInFolder) }
    }

    private func alreadyInPostgres(_ note: String) -> Failure {
        Failure(
            """
            The server of the data folder \(settings.dataFolder) stores its data in PostgreSQL already: it was moved, or the server was started \
            with the setting store. If that store is not needed, remove \(note), and move to an empty database.
            """)
    }

    private var noStore: Failure { Failure("There is no store in \(settings.dataFolder).") }

    private func requireNoFiles() throws {
        let files = DataFolder.storeFiles(in: settings.dataFolder)
        guard files.isEmpty else {
            throw Failure(
                "\(settings.dataFolder) has a store already. Use another folder, or move these files away: "
                    + files.joined(separator: ", "))
        }
    }

    /// Opens the source in its own mode.
    private func open(_ place: StorePlace, in folder: DataFolder) async throws -> (any SQLStore, StoreMode, Sealer) {
        let sealer = Sealer(masterKeys: try folder.masterKeys(from: settings.masterKey, for: place))
        let (store, isSandbox) = try folder.openStoreInItsMode(at: place, newAsSandbox: false, sealer: sealer)
        try await folder.check(sealer, opens: store)
        return (store, isSandbox ? .sandbox : .real, sealer)
    }

    private func move(_ source: any SQLStore, to target: any SQLStore) async throws -> StoreMove.Result {
        let progress = MoveProgress()
        let move = StoreMove(from: source, to: target) { progress.show($0, rows: $2) }
        defer { progress.finish() }
        do {
            progress.expect(try await move.rowCount())
            return try await move.run()
        } catch let error as StoreMoveError {
            throw Failure(isToFolder ? "\(error) Remove \(incompleteFile), with the suffixes -wal and -shm too." : error.description)
        } catch {
            throw Failure("The move was interrupted: \(Failure.text(for: error)). Run the same command again to continue.")
        }
    }

    /// Prints the warnings of the server about PostgreSQL before the rows are copied.
    private func report(_ server: PostgresServer) {
        if server.isOpenOnTheNetwork {
            Terminal.write("The connection to PostgreSQL is not encrypted. Add sslmode=verify-full to the URI.\n", to: .standardError)
        }
        guard let risk = server.risk else { return }
        Terminal.write("PostgreSQL is not durable: \(risk). The server will need may-lose-writes.\n", to: .standardError)
    }

    private func result(_ moved: StoreMove.Result, next: String) -> Result {
        Result(
            accounts: moved.counts["account"] ?? 0, databases: moved.counts["realtime_database"] ?? 0, rows: moved.rows,
            resumedRows: moved.resumedRows, target: isToFolder ? settings.dataFolder : "PostgreSQL", next: next)
    }

    private static let nextInPostgres = """
        Set store (and store-password-file) in the settings of the server, and start it. Then remove latchkey.db, with the suffixes -wal \
        and -shm too, from the data folder: it still contains the data.
        """
    private static let nextInFolder = """
        Remove store from the settings and the environment of the server, and start it. Then drop the PostgreSQL database: it still contains \
        the data, and a server with the setting store would use it.
        """
}
