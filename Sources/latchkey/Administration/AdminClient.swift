import AsyncHTTPClient
import Foundation
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySQLite
import LatchkeyWeb
import Logging
import NIOCore
import NIOHTTP1

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Administers a data folder: through the server that runs on it, or directly if there is none.
struct AdminClient: Sendable {
    let settings: FolderSettings
    let environment: [String: String]
    /// The mail settings, for messages that this process sends itself.
    let mail: @Sendable () throws -> MailSettings

    /// How long to wait for a process that uses the folder without responding: a server that starts or stops, or another command.
    private static let patience: Duration = .seconds(5)
    private static let pollInterval: Duration = .milliseconds(25)
    /// Provider checks can take long.
    private static let replyDeadline: TimeAmount = .seconds(120)

    func send<Reply: Decodable>(_ request: AdminRequest, for type: Reply.Type) async throws -> Reply {
        try await reply(to: request).read(as: type)
    }

    /// Sends several requests. Without a running server, the folder stays locked until all of them are complete.
    func converse<Result: Sendable>(_ body: (AdminConversation) async throws -> Result) async throws -> Result {
        try await withPlace { place in
            switch place {
            case .own(let administrator): return try await body(AdminConversation { await administrator.reply(to: $0) })
            case .server(let client):
                return try await body(
                    AdminConversation { request in
                        if let reply = try await sendToServer(request, client: client) { return reply }
                        throw AdminError("The server on \(settings.dataFolder) was stopped meanwhile. Run the command again.")
                    })
            }
        }
    }

    /// The executor of the requests: the server that runs on the folder, or this process, which then locks the folder.
    enum Place {
        case server(HTTPClient)
        case own(Administrator)
    }

    func withPlace<Result: Sendable>(_ body: (Place) async throws -> Result) async throws -> Result {
        try requireFolder()
        return try await withClient { client in
            let end = ContinuousClock.now + Self.patience
            while true {
                let folder: DataFolder
                do {
                    folder = try DataFolder(taking: settings.dataFolder)
                } catch let error as DataFolderError where error.isLocked {
                    if try await sendToServer(.listProjects, client: client) != nil { return try await body(.server(client)) }
                    guard ContinuousClock.now < end else { throw silence }
                    try await Task.sleep(for: Self.pollInterval)
                    continue
                }
                return try await withAdministrator(in: folder) { try await body(.own($0)) }
            }
        }
    }

    private var silence: AdminError {
        AdminError("Another latchkey uses the data folder \(settings.dataFolder) and does not respond. Try again, or stop it first.")
    }

    private func requireFolder() throws {
        guard FileManager.default.fileExists(atPath: DataFolder.databasePath(in: settings.dataFolder)) else {
            throw AdminError("There is no Latchkey data in \(settings.dataFolder). \(whereElse)")
        }
    }

    private func reply(to request: AdminRequest) async throws -> AdminReply {
        if !request.mayCreateFolder { try requireFolder() }
        return try await withClient { client in
            let end = ContinuousClock.now + Self.patience
            while true {
                do {
                    return try await withAdministrator(in: DataFolder(taking: settings.dataFolder)) {
                        await $0.reply(to: request)
                    }
                } catch let error as DataFolderError where error.isLocked {
                    if let reply = try await sendToServer(request, client: client) { return reply }
                    guard ContinuousClock.now < end else { throw silence }
                    try await Task.sleep(for: Self.pollInterval)
                }
            }
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
        in folder: DataFolder, _ body: (Administrator) async throws -> Result
    ) async throws -> Result {
        let sealer = Sealer(masterKey: try folder.masterKey(environment: environment, file: settings.masterKeyFile))
        let (store, isSandbox) = try folder.openStoreInItsMode(newAsSandbox: settings.sandbox)
        try await folder.check(sealer, opens: store)
        let allowed = settings.privateTargets + (isSandbox ? .thisMachine : .none) + ((try? mail())?.privateTargets ?? .none)
        let targets = CallTargets(allowing: allowed)
        let result = try await TargetClient.with(targets, configuration: Self.clientConfiguration) { client in
            try await body(
                Administrator(
                    store: store, sealer: sealer, authority: nil, publicAddress: PublicAddress(settings.publicURL ?? ""),
                    transport: HTTPProviderTransport(client: client), now: { Date() }, isSandbox: isSandbox,
                    databases: AdministeredDatabases(opening: store),
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

    // MARK: Through the server

    /// - Returns: `nil` when no server listens, so that a retry is safe.
    private func sendToServer(_ request: AdminRequest, client: HTTPClient) async throws -> AdminReply? {
        let socket = try SocketPath(folder: settings.dataFolder, name: DataFolder.socketName)
        var outgoing = HTTPClientRequest(url: "http+unix://\(PercentEncoding.encode(socket.text))/")
        outgoing.method = .POST
        outgoing.headers.add(name: "content-type", value: "application/json")
        outgoing.body = .bytes(try AdminJSON.encode(request))
        let response: HTTPClientResponse
        do {
            response = try await client.execute(outgoing, timeout: Self.replyDeadline)
        } catch let error as IOError where [ENOENT, ECONNREFUSED].contains(error.errnoCode) {
            return nil
        } catch let error as IOError where [EACCES, EPERM].contains(error.errnoCode) {
            throw AdminError("A server runs on \(settings.dataFolder) as another user. Run this command as that user.")
        } catch {
            throw AdminError("The server on \(settings.dataFolder) did not respond: \(error).")
        }
        let bytes = Array(try await response.body.collect(upTo: ControlSocket.maxReplyBytes).readableBytesView)
        withExtendedLifetime(socket) {}
        if response.status == .ok { return AdminReply(.success(bytes)) }
        guard let error = try? AdminJSON.decode(AdminError.self, from: bytes) else {
            throw AdminError("The server on \(settings.dataFolder) responded with status \(response.status.code) without a message.")
        }
        return AdminReply(.failure(error))
    }

    private func withClient<Result: Sendable>(_ body: (HTTPClient) async throws -> Result) async throws -> Result {
        try await HTTPClient.withHTTPClient(configuration: Self.clientConfiguration, body)
    }

    private static var clientConfiguration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.timeout = .init(connect: .seconds(5), read: Self.replyDeadline)
        // Retrying a socket without a listener is useless; the callers decide whether to retry.
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }
}

/// A sequence of requests to one data folder.
struct AdminConversation: Sendable {
    private let reply: @Sendable (AdminRequest) async throws -> AdminReply

    init(reply: @escaping @Sendable (AdminRequest) async throws -> AdminReply) {
        self.reply = reply
    }

    func send<Reply: Decodable>(_ request: AdminRequest, for type: Reply.Type) async throws -> Reply {
        try await reply(request).read(as: type)
    }
}
