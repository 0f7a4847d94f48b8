import Foundation
import Hummingbird
import LatchkeyConsole
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyPostgres
import LatchkeySecrets
import LatchkeyServer
import LatchkeyWeb
import NIOPosix
import ServiceLifecycle

extension ServerInstance {
    /// The parts of the console; `nil` if it is switched off.
    ///
    /// - Parameter shared: The store in PostgreSQL; `nil` for one in the data folder.
    func consoleParts(_ setup: ProjectSetup, _ shared: PostgresStore?) async throws -> ConsoleParts? {
        // The project exists also without a console, because the accounts of administrators remain.
        let project = try await setup.consoleProject()
        guard let console = settings.console else { return nil }
        return ConsoleParts(
            project: project, words: MessageWords(settings.mail), ownAddress: console.place.map { PublicAddress($0.url ?? "") },
            requiresSecondFactor: console.requiresSecondFactor,
            nodes: settings.node == nil ? nil : shared.map { shared in { @Sendable in try await shared.nodes().map(ConsoleNode.init) } },
            sendsMail: settings.mail.mailText != nil,
            backups: settings.store.isFolder ? { @Sendable [backupLog, settings] in backupLog.shown(settings) } : nil)
    }

    /// The connections to a port of the console, which neither uses up those of clients nor depends on them.
    static let consoleLimit = ConnectionLimit(accepted: 256, answered: 16)

    /// The listener of a console that has a port of its own.
    ///
    /// - Parameters:
    ///   - router: The pages of the console; `nil` if it has no port of its own.
    ///   - onListening: Called when its address is known.
    func consoleListener(
        _ parts: ServerParts, _ router: Router<ServerContext>?, certificate: ServerCertificate?,
        onListening: @escaping @Sendable () -> Void
    ) -> (any Service)? {
        guard let place = settings.console?.place, let address = parts.console?.ownAddress,
            let router
        else { return nil }
        let certificate = place.usesTLS ? certificate : nil
        return listener(
            "console port", on: .port(place.port, host: place.host), loops: MultiThreadedEventLoopGroup.singleton,
            connections: Self.consoleLimit.perPort, counts: telemetry.server, certificate: certificate,
            serving: LoopBoundChannel(
                responder: handling(router.buildResponder(), telemetry.server), idleTimeout: Self.idleTimeout,
                register: ConnectionRegister(
                    capacity: Self.consoleLimit.accepted, answered: Self.consoleLimit.answered, trustedProxies: parts.trustedProxies))
        ) { socket in
            if place.url == nil {
                address.set(self.address(port: socket?.port ?? place.port, host: place.host, isSecure: certificate != nil))
            }
            onListening()
        }
    }

    /// Adds the address of the console, and how to create the first administrator.
    func tell(_ console: ConsoleParts, of parts: ServerParts, in report: inout ReadyReport) async {
        let address = (console.ownAddress ?? parts.publicAddress).url
        report.console = address + ConsoleParts.path
        // A store error is reported elsewhere; there is no invitation then.
        guard (try? await parts.store.read { try $0.hasAdministrator() }) == false else { return }
        // Output that is not a terminal is stored, for example in a journal or a container log.
        if Terminal.isShown, let secret = try? await Administrators(store: parts.store, now: { Date() }).inviteFirst() {
            report.setup = address + ConsoleParts.setupPath + "#" + secret.expose() + " (works once, within an hour)"
        } else {
            let folder = settings.dataFolder
            let place = folder == ServeSettings.defaultDataFolder ? "" : " --data \(ShellWord.quoted(folder))"
            report.setup = "latchkey admin invite\(place) (prints a link)"
        }
    }
}

extension ConsoleNode {
    fileprivate init(_ node: StoreNode) {
        self.init(
            name: node.place.name, address: node.place.address, version: node.place.version, isThisNode: node.isAsking,
            secondsSinceStart: node.secondsSinceStart, secondsSinceBeat: node.secondsSinceBeat, databases: node.databases)
    }
}
