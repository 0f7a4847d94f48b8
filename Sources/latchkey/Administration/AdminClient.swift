import AsyncHTTPClient
import Foundation
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeySQL
import LatchkeyWeb
import Logging
import NIOCore

/// Administers a data folder: through the server that runs on it, or directly if there is none.
struct AdminClient: Sendable {
    let settings: FolderSettings
    /// The mail settings, for messages that this process sends itself.
    let mail: @Sendable () throws -> MailSettings

    /// How long to wait for a process that uses the folder without responding: a server that starts or stops, or another command.
    private static let patience: Duration = .seconds(5)
    private static let pollInterval: Duration = .milliseconds(25)

    /// Sends one call.
    func send<Reply: Decodable>(_ call: AdminCall, for type: Reply.Type) async throws -> Reply {
        if !call.mayCreateFolder { try requireFolder() }
        return try await withConnection(isRepeatable: true, mayCreate: call.mayCreateFolder) { try await $0.send(call, for: type) }
    }

    /// Sends one call, which is not executed without a running server.
    ///
    /// - Returns: `nil` if there is none.
    func sendToServer<Reply: Decodable>(_ call: AdminCall, for type: Reply.Type) async throws -> Reply? {
        try await withClient { client in
            do {
                return try await AdminConnection(toServerOn: settings.dataFolder, through: client).send(call, for: type)
            } catch is NoServer {
                return nil
            }
        }
    }

    /// Sends several calls. Without a running server, the folder stays locked until all of them are complete.
    func converse<Result: Sendable>(_ body: (AdminConnection) async throws -> Result) async throws -> Result {
        try requireFolder()
        return try await withConnection(isRepeatable: false, body)
    }

    /// Connects to the server that runs on the folder, or locks the folder and connects to this process.
    ///
    /// - Parameters:
    ///   - isRepeatable: Whether `body` can run again if no server listens.
    ///   - mayCreate: Whether a new store may be created.
    private func withConnection<Result>(
        isRepeatable: Bool, mayCreate: Bool = false, _ body: (AdminConnection) async throws -> Result
    ) async throws -> Result {
        try await withClient { client in
            let server = AdminConnection(toServerOn: settings.dataFolder, through: client)
            let end = ContinuousClock.now + Self.patience
            while true {
                let folder: DataFolder
                do {
                    folder = try DataFolder(taking: settings.dataFolder)
                } catch let error as DataFolderError where error.isLocked {
                    do {
                        guard !isRepeatable else { return try await body(server) }
                        _ = try await server.send(.get("/v2/version"), for: ServerVersion.self)
                    } catch is NoServer {
                        guard ContinuousClock.now < end else { throw silence }
                        try await Task.sleep(for: Self.pollInterval)
                        continue
                    }
                    return try await body(server)
                }
                return try await withAdministrator(in: folder, mayCreate: mayCreate) {
                    try await body(AdminConnection(to: $0, folder: settings.dataFolder))
                }
            }
        }
    }

    private var silence: AdminError {
        AdminError("Another latchkey uses the data folder \(settings.dataFolder) and does not respond. Try again, or stop it first.")
    }

    private func requireFolder() throws {
        let files = FileManager.default
        let isElsewhere = !settings.store.isFolder || files.fileExists(atPath: DataFolder.elsewherePath(in: settings.dataFolder))
        let needed = isElsewhere ? settings.dataFolder : DataFolder.databasePath(in: settings.dataFolder)
        guard files.fileExists(atPath: needed) else {
            if !isElsewhere { try DataFolder.requireStore(in: settings.dataFolder) }
            if let folder = FilePermissions(of: settings.dataFolder), let owner = folder.owner, owner != NSUserName(),
                !FileManager.default.isExecutableFile(atPath: settings.dataFolder)
            {
                throw AdminError(
                    "The data folder \(settings.dataFolder) is closed to the user \(NSUserName()). Run the command as its owner: sudo -u \(owner) latchkey …"
                )
            }
            throw AdminError("There is no Latchkey data in \(settings.dataFolder). \(whereElse)")
        }
    }

    /// Refuses to create a store in PostgreSQL that the folder's server had elsewhere, or that a command only reads.
    private func requireStore(mayCreate: Bool) throws {
        guard !settings.store.isFolder else { return }
        let hadOne = FileManager.default.fileExists(atPath: DataFolder.elsewherePath(in: settings.dataFolder))
        guard try (mayCreate && !hadOne) || settings.store.hasStore(in: settings.dataFolder) else {
            throw AdminError(
                "The PostgreSQL database has no Latchkey store. Correct store, or run `latchkey serve`, which creates it at its first start."
            )
        }
    }

    private var whereElse: String {
        let sandbox = ServeSettings.defaultSandboxFolder
        if settings.dataFolder == ServeSettings.defaultDataFolder,
            FileManager.default.fileExists(atPath: DataFolder.databasePath(in: sandbox))
        {
            return "The data of a sandbox is in \(sandbox): add --sandbox to use it, or set another folder with --data."
        }
        return "Set the folder with --data, or run `latchkey serve`, which creates it at its first start."
    }

    // MARK: Without a server

    private func withAdministrator<Result>(
        in folder: DataFolder, mayCreate: Bool, _ body: (Administrator) async throws -> Result
    ) async throws -> Result {
        try requireStore(mayCreate: mayCreate)
        let keys = try folder.masterKeys(from: settings.masterKey, for: settings.store)
        let sealer = Sealer(masterKeys: keys)
        let (store, isSandbox) = try folder.openStoreInItsMode(at: settings.store, newAsSandbox: settings.sandbox, sealer: sealer)
        try await folder.check(sealer, opens: store)
        store.commitSteps.add(WebhookQueue.ofUsers)
        let allowed = settings.privateTargets + (isSandbox ? .thisMachine : .none) + ((try? mail())?.privateTargets ?? .none)
        let targets = CallTargets(allowing: allowed)
        let result = try await TargetClient.with(targets, configuration: Self.clientConfiguration) { client in
            try await body(
                Administrator(
                    store: store, record: store, sealer: sealer, authority: nil, publicAddress: PublicAddress(settings.publicURL ?? ""),
                    transport: HTTPProviderTransport(client: client), now: { Date() }, isSandbox: isSandbox,
                    databases: AdministeredDatabases(opening: store),
                    masterKey: MasterKeyReplacement(of: settings.masterKey, keys: keys, sealer: sealer, store: store, bell: nil),
                    mail: { [mail] in
                        MailRoom(
                            try mail(), store: store, sealer: sealer, client: client, isRunning: false, now: { Date() },
                            logger: Logger(label: "latchkey", factory: { _ in SwiftLogNoOpLogHandler() }))
                    }))
        }
        try store.close()
        withExtendedLifetime(folder) {}
        return result
    }

    private func withClient<Result>(_ body: (HTTPClient) async throws -> Result) async throws -> Result {
        try await HTTPClient.withHTTPClient(configuration: Self.clientConfiguration, body)
    }

    private static var clientConfiguration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.timeout = .init(connect: .seconds(5), read: AdminConnection.replyDeadline)
        // Retrying a socket without a listener is useless; the callers decide whether to retry.
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }
}
