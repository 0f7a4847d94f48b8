// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySQLite
import LatchkeyServer
import Logging
import NIOCore
import NIOHTTP1

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Lets a command administer a data folder: through the server that runs on it, else by itself.
struct AdminClient: Sendable {
    let settings: FolderSettings
    let environment: [String: String]
    /// How messages leave, where this process has to send some itself.
    let mail: @Sendable () throws -> MailSettings

    /// How long a folder may be in use by somebody who does not answer: a server that is starting or stopping, or another command.
    private static let patience: Duration = .seconds(5)
    private static let pollInterval: Duration = .milliseconds(25)
    /// Providers may take their time when they are checked.
    private static let replyDeadline: TimeAmount = .seconds(120)

    func ask<Answer: Decodable>(_ request: AdminRequest, for type: Answer.Type) async throws -> Answer {
        try await reply(to: request).read(as: type)
    }

    private func reply(to request: AdminRequest) async throws -> AdminReply {
        guard request.mayCreateFolder || FileManager.default.fileExists(atPath: DataFolder.databasePath(in: settings.dataFolder)) else {
            throw AdminError("There is no Latchkey data in \(settings.dataFolder). \(whereElse)")
        }
        return try await withClient { client in
            let end = ContinuousClock.now + Self.patience
            while true {
                do {
                    return try await direct(request, in: DataFolder(taking: settings.dataFolder), client: client)
                } catch let error as DataFolderError where error.isLocked {
                    if let reply = try await askServer(request, client: client) { return reply }
                    guard ContinuousClock.now < end else {
                        throw AdminError(
                            "Another latchkey uses the data folder \(settings.dataFolder) and does not answer. Try again, or stop it first."
                        )
                    }
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
            return "The data of a sandbox is in \(sandbox): add --sandbox to look after it, or name another folder with --data."
        }
        return "Name the folder with --data, or let `latchkey serve` make it at its first start."
    }

    // MARK: Without a server

    private func direct(_ request: AdminRequest, in folder: DataFolder, client: HTTPClient) async throws -> AdminReply {
        let sealer = Sealer(masterKey: try folder.masterKey(environment: environment, file: settings.masterKeyFile))
        let (store, isSandbox) = try folder.openStoreInItsMode(newAsSandbox: settings.sandbox)
        try await folder.check(sealer, opens: store)
        let administrator = Administrator(
            store: store, sealer: sealer, authority: nil, publicAddress: PublicAddress(settings.publicURL ?? ""),
            transport: HTTPProviderTransport(client: client), now: { Date() }, isSandbox: isSandbox,
            mail: { [mail] in
                MailRoom(
                    try mail(), store: store, sealer: sealer, client: client, isRunning: false, now: { Date() },
                    logger: Logger(label: "latchkey", factory: { _ in SwiftLogNoOpLogHandler() }))
            })
        let reply = await administrator.reply(to: request)
        try store.close()
        withExtendedLifetime(folder) {}
        return reply
    }

    // MARK: Through the server

    /// - Returns: `nil` when nobody listens, so that it is safe to ask again.
    private func askServer(_ request: AdminRequest, client: HTTPClient) async throws -> AdminReply? {
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
            throw AdminError("The server on \(settings.dataFolder) did not answer: \(error).")
        }
        let bytes = Array(try await response.body.collect(upTo: ControlSocket.maxReplyBytes).readableBytesView)
        withExtendedLifetime(socket) {}
        if response.status == .ok { return AdminReply(.success(bytes)) }
        guard let error = try? AdminJSON.decode(AdminError.self, from: bytes) else {
            throw AdminError("The server on \(settings.dataFolder) answered with status \(response.status.code) and no reason.")
        }
        return AdminReply(.failure(error))
    }

    private func withClient<Result: Sendable>(_ body: (HTTPClient) async throws -> Result) async throws -> Result {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: .seconds(5), read: Self.replyDeadline)
        // A socket that nobody listens at will not answer later either; whether to try again is decided here.
        configuration.connectionPool.retryConnectionEstablishment = false
        return try await HTTPClient.withHTTPClient(configuration: configuration, body)
    }
}
