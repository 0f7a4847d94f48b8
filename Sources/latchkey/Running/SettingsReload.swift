import Foundation
import LatchkeySecrets
import LatchkeyWeb
import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals

/// Where changed settings come from, and what outside of the server depends on them.
struct ReloadSource: Sendable {
    let level: LogLevel
    let notifier: ServiceNotifier
    /// Reads the settings again.
    ///
    /// - Throws: ``ConfigurationReport``.
    let read: @Sendable () throws -> ServeSettings
}

/// Applies changed settings while the server runs: at SIGHUP those that can change, and the certificate also when its files change. Wrong
/// settings change nothing.
struct SettingsReload: Service, CustomStringConvertible {
    /// The name in logs.
    let description = "settings reload"

    let source: ReloadSource
    let certificate: ServerCertificate?
    /// Starts a request for a certificate that waits after a failure; `nil` without an authority.
    let bell: RenewalBell?
    let style: SignInStyle
    /// The mail; `nil` in an emulator, which sends none.
    let mail: MailRoom?
    /// The replacement of the master key; `nil` in an emulator.
    let masterKey: MasterKeyReplacement?
    let logger: Logger
    /// The settings of the start.
    private let started: ServeSettings
    private let used: UsedCertificate

    /// The certificate that is in use.
    private final class UsedCertificate: Sendable {
        private let loaded: Mutex<LoadedCertificate?>

        init(_ loaded: LoadedCertificate?) { self.loaded = Mutex(loaded) }

        var value: LoadedCertificate? {
            get { loaded.withLock { $0 } }
            set { loaded.withLock { $0 = newValue } }
        }
    }

    init(
        of settings: ServeSettings, source: ReloadSource, certificate: ServerCertificate?, bell: RenewalBell?, style: SignInStyle,
        mail: MailRoom?, masterKey: MasterKeyReplacement?, logger: Logger
    ) {
        self.source = source
        self.certificate = certificate
        self.bell = bell
        self.style = style
        self.mail = mail
        self.masterKey = masterKey
        self.logger = logger
        started = settings
        used = UsedCertificate(settings.tls)
    }

    private static let interval = Duration.seconds(1)
    /// The settings that a reload applies. The file of `rules` is watched separately.
    private static let reloadable: Set<String> = [
        "tls-cert", "tls-key", "log-level", "sign-in-style", "smtp-url", "smtp-password-file", "smtp-ca-file", "insecure-smtp", "mail-from",
    ]

    func run() async throws {
        let hadTerminal = Terminal.controlsProcess
        try? await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await _ in await UnixSignalsSequence(trapping: .sighup) {
                        // The system sends the same signal when the terminal of the server was closed.
                        if hadTerminal, !Terminal.controlsProcess { kill(getpid(), SIGTERM) } else { reload() }
                    }
                }
                group.addTask { try await watchCertificate() }
                try await group.waitForAll()
            }
        }
        source.notifier.tell(.stopping)
    }

    // MARK: SIGHUP

    private func reload() {
        source.notifier.tell(.reloading)
        defer { source.notifier.tell(.ready) }
        do {
            apply(try source.read())
        } catch let report as ConfigurationReport {
            logger.error("The settings were not reloaded: \(report.text(consequence: "nothing was changed").replacing("\n ", with: ""))")
        } catch {
            logger.error("The settings were not reloaded: \(error)")
        }
    }

    private func apply(_ settings: ServeSettings) {
        var kept = ServeSettings.changes(from: started, to: settings).filter { !Self.reloadable.contains($0) }
        if let loaded = settings.tls, started.tls != nil, certificate != nil {
            let isUsed = loaded.files == used.value?.files && loaded.stamps == used.value?.stamps
            if !isUsed { replaceCertificate(with: loaded) }
        } else if settings.servesTLS != (certificate != nil) {
            kept.append("tls-cert")
        }
        if settings.copyPassphrase != started.copyPassphrase { kept.append("backup-passphrase-file") }
        source.level.level = settings.logLevel
        style.replace(with: settings.signInStyle)
        if let mail {
            if settings.mail.hasSameWebhooks(as: started.mail) {
                mail.replace(settings.mail)
            } else {
                // The server may call only the webhooks of its start, so that the mail settings stay as a whole.
                kept += ServeSettings.changes(from: started, to: settings).filter { SettingsReader.mailKeys.contains($0) }
                kept.append("webhook-secret-file")
            }
        }
        bell?.ring()
        reloadMasterKey()
        logger.info("Reloaded the settings")
        if !kept.isEmpty {
            logger.warning(
                "Restart the server to apply these settings",
                metadata: ["settings": "\(Set(kept).sorted().joined(separator: ", "))"])
        }
    }

    /// Looks whether the operator removed a previous key that is no longer used.
    private func reloadMasterKey() {
        do throws(ConfigurationMistake) {
            if let previous = try masterKey?.forgetRemovedKey() {
                logger.notice("The previous master key was removed from its file", metadata: ["previous": "\(previous)"])
            }
        } catch {
            logger.error("The master key was not reloaded: \(error.key): \(error.problem) \(error.mend)")
        }
    }

    // MARK: The certificate

    /// Checks the files once a second. A change is read when the files stayed the same for that long, because programs that renew
    /// certificates write one file after the other.
    private func watchCertificate() async throws {
        guard certificate != nil else { return }
        var (seen, refused): ([FileStamp?]?, [FileStamp?]?) = (nil, nil)
        while true {
            try await Task.sleep(for: Self.interval)
            guard let loaded = used.value else { return }
            let stamps = loaded.files.stamps
            defer { seen = stamps }
            if refused != nil, stamps == loaded.stamps {
                refused = nil
                certificate?.refuse(because: nil)
            }
            guard stamps != loaded.stamps, stamps != refused, stamps == seen else { continue }
            do {
                replaceCertificate(with: try loaded.files.load())
            } catch {
                refused = stamps
                certificate?.refuse(because: "\(error.problem) \(error.mend)")
                logger.error("The certificate was not replaced: \(error.key): \(error.problem) \(error.mend)")
            }
        }
    }

    private func replaceCertificate(with loaded: LoadedCertificate) {
        do {
            try certificate?.replace(with: loaded.configuration, beganAt: loaded.beganAt, expiresAt: loaded.expiresAt)
            used.value = loaded
            logger.info(
                "New connections use the certificate from the files",
                metadata: ["file": "\(loaded.files.certificateFile)", "expires": "\(loaded.expiresAt.formatted(.iso8601))"])
        } catch {
            // The files were checked when they were read.
            logger.error("The certificate was not replaced", metadata: ["cause": "\(error)"])
        }
    }
}

extension ServeSettings {
    /// Returns the keys of the settings that differ.
    static func changes(from old: ServeSettings, to new: ServeSettings) -> [String] {
        SettingsReader.keys.filter { old.texts[$0] != new.texts[$0] }
    }

    /// The passphrase of backups and of the archive, in the file that a setting names.
    fileprivate var copyPassphrase: String? { (backup?.access ?? archive?.access)?.passphrase?.expose() }
}

extension MailSettings {
    /// Whether the webhooks and their secret are the same.
    func hasSameWebhooks(as other: MailSettings) -> Bool {
        func webhook(_ settings: MailSettings) -> String? { if case .webhook(let url) = settings.mail { url } else { nil } }
        return webhook(self) == webhook(other) && smsWebhook == other.smsWebhook
            && webhookSecret?.expose() == other.webhookSecret?.expose()
    }
}
