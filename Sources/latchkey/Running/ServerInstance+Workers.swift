import Foundation
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeySQLite
import LatchkeyWeb
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The services beside the ports.
extension ServerInstance {
    func settingsReload(
        certificate: ServerCertificate?, renewal: CertificateRenewal? = nil, style: SignInStyle, mail: MailRoom?,
        masterKey: MasterKeyReplacement? = nil
    ) -> SettingsReload? {
        reload.map {
            SettingsReload(
                of: settings, source: $0, certificate: certificate, bell: renewal?.bell, style: style, mail: mail,
                masterKey: masterKey, logger: logger)
        }
    }

    func backupSchedule(of folder: String) -> BackupSchedule? {
        settings.backup.map { BackupSchedule(settings: $0, dataFolder: folder, log: backupLog, logger: logger) }
    }

    func archiver(reading log: StoreLog, in folder: String) -> Archiver? {
        settings.archive.map { Archiver(settings: $0, log: log, dataFolder: folder, logger: logger) }
    }

    func personalDataWorker(_ store: any AccountStore, _ databases: DatabaseParts) -> PersonalDataWorker {
        let removals = DatabaseRemovals(databases)
        return PersonalDataWorker(
            store: store, retention: EventRetention(store: store, standard: settings.keepEvents, now: { Date() }),
            scheduled: ScheduledDeletions(store: store, now: { Date() }),
            erasures: Erasures(store: store) { try await databases.userData.remove($0, at: $1) }, databases: removals,
            projects: ProjectRemovals(store: store, now: { Date() }) { try await removals.remove(allOf: $0) }, logger: logger)
    }

    /// The connections to the port for Prometheus.
    static let metricsLimit = ConnectionLimit(accepted: 16, answered: 4)

    /// The listener for Prometheus, if there is to be one.
    func metricsListener(_ source: some MetricSource) -> (any Service)? {
        guard let place = settings.metrics else { return nil }
        let handling = RequestHandling(MetricsResponder(source: source), drain: drain, logger: logger)
        return listener(
            "metrics port", on: .port(place.port, host: place.host), loops: MultiThreadedEventLoopGroup.singleton,
            connections: Self.metricsLimit.perPort, counts: nil, certificate: nil,
            serving: LoopBoundChannel(
                responder: handling.closure, idleTimeout: Self.idleTimeout,
                register: ConnectionRegister(
                    capacity: Self.metricsLimit.accepted, answered: Self.metricsLimit.answered,
                    trustedProxies: [AddressRange("0.0.0.0/0"), AddressRange("::/0")].compactMap(\.self)))
        ) { socket in
            let url = "http://" + (place.host.contains(":") ? "[\(place.host)]" : place.host) + ":\(socket?.port ?? place.port)"
            logger.notice("Measurements are available", metadata: ["url": "\(url + MetricsResponder.path)"])
        }
    }
}
