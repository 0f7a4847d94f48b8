import Foundation
import LatchkeyAdministrationAPI
import LatchkeyConsole
import LatchkeyIdentity
import LatchkeyPostgres
import LatchkeyProviders
import LatchkeySQL
import LatchkeySQLite
import LatchkeyServer
import LatchkeyWeb
import Logging

/// What a server reads from its folder before it opens ports.
struct OpenedServer: Sendable {
    let folder: DataFolder
    let sealer: Sealer
    let store: any SQLStore
    /// The store in PostgreSQL, which another process may take over; `nil` for one in the folder.
    let shared: PostgresStore?
    let archiver: Archiver?
    let masterKey: MasterKeyReplacement
    /// An element when the replacement of the master key has work.
    let replacements: AsyncStream<Void>
    /// The standard project.
    let project: Project
    let apiKey: APIKey
    let address: PublicAddress
    let authority: TokenAuthority
    let console: ConsoleParts?
    let targets: CallTargets
    let certificate: ServerCertificate?
    let renewal: CertificateRenewal?
}

extension ServerInstance {
    /// - Throws: ``DataFolderError`` instead of beginning a store in PostgreSQL beside one that was not moved.
    private func lacksStore(_ folder: DataFolder) throws -> Bool {
        guard !settings.store.isFolder else { return folder.lacksStore }
        let isNew = try !settings.store.hasStore(in: folder.path)
        guard !folder.lacksStore else { return isNew }
        guard !isNew else {
            throw DataFolderError(
                """
                The PostgreSQL database is empty, and the data folder \(folder.path) has a store. Move it with `latchkey move`, or move \
                latchkey.db, and latchkey.db-wal and latchkey.db-shm if they exist, to another folder to begin a new store.
                """)
        }
        logger.warning("The data folder has a store too, which is not used", metadata: ["store": "\(folder.databasePath)"])
        return false
    }

    /// Opens the store, and creates what a new one lacks: the standard project and its keys.
    func open(_ folder: DataFolder) async throws -> OpenedServer {
        // The server itself made a key in this place, at its first start.
        if try lacksStore(folder), case .standardFile = settings.masterKey, settings.masterKey.exists {
            logger.warning(
                """
                A new store begins although there is a master key. If there were accounts, stop the server, and set store if they are in \
                PostgreSQL; otherwise remove the new store and restore a backup
                """,
                metadata: ["store": "\(settings.store.isFolder ? folder.databasePath : "PostgreSQL")"])
        }
        let keys = try folder.masterKeys(from: settings.masterKey, for: settings.store)
        let sealer = Sealer(masterKeys: keys)
        try checkStoreServer()
        let openedStore = try folder.openStore(
            at: settings.store, sandbox: settings.sandbox, synchronous: settings.synchronous, sealer: sealer,
            isArchived: settings.archive != nil, node: settings.node, waiting: logWait)
        let store = openedStore.store
        if settings.synchronous == .normal, settings.store.isFolder {
            logger.warning("Commits do not wait for the disk (sqlite-synchronous: normal): a power failure can lose confirmed changes")
        }
        try await folder.check(sealer, opens: store)
        if !settings.store.isFolder { try folder.noteStoreElsewhere() }
        telemetry.observe(store)
        let (replacements, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        store.commitSteps.add(WebhookQueue.ofUsers)
        let setup = ProjectSetup(store: store, sealer: sealer, now: { Date() })
        let (project, apiKey) = try await setup.standardProject()
        let ring = try await setup.keyRing(preferring: settings.signingAlgorithm)
        let console = try await consoleParts(setup, openedStore.shared)
        let address = PublicAddress(settings.publicURL ?? "")
        let certificate = try serverCertificate()
        return OpenedServer(
            folder: folder, sealer: sealer, store: store, shared: openedStore.shared,
            archiver: openedStore.log.flatMap { archiver(reading: $0, in: folder.path) },
            masterKey: MasterKeyReplacement(of: settings.masterKey, keys: keys, sealer: sealer, store: store, bell: bell),
            replacements: replacements, project: project, apiKey: apiKey, address: address,
            authority: TokenAuthority(
                ring: ring, issuer: { address.url + "/" + $0.rawValue }, publication: settings.node == nil ? .zero : KeyWatch.publication,
                now: { Date() }),
            console: console,
            targets: CallTargets(allowing: settings.privateTargets + settings.mail.privateTargets + settings.audit.privateTargets),
            certificate: certificate, renewal: try certificateRenewal(certificate, in: folder))
    }
}
