import AsyncHTTPClient
import Foundation
import LatchkeyACME
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import Logging
import NIOSSL
import ServiceLifecycle

/// Obtains the certificate of the server from an authority, and renews it while the server runs.
struct CertificateRenewal: Service, CustomStringConvertible {
    /// The name in logs.
    let description = "certificate renewal"

    let settings: ACMESettings
    let folder: ACMEFolder
    let certificate: ServerCertificate
    let answers: ChallengeAnswers
    let bell: RenewalBell
    let now: WallClock
    let logger: Logger

    /// The clock can change and the machine can sleep, so that the time of a renewal is compared with the clock at least this often.
    private static let longestSleep = 3_600.0

    /// Uses the stored certificate, if there is one.
    init(_ settings: ACMESettings, dataFolder: String, certificate: ServerCertificate, now: @escaping WallClock, logger: Logger) throws {
        self.settings = settings
        self.certificate = certificate
        self.now = now
        self.logger = logger
        folder = try ACMEFolder(in: dataFolder, directory: settings.directory)
        answers = ChallengeAnswers(certificate: certificate, now: now)
        bell = RenewalBell(ports: settings.httpPort == nil ? 1 : 2)
        if let stored = folder.certificate, stored.certificate.notAfter > now() { try use(stored.certificate) }
    }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            // The authority connects to the ports.
            try await bell.waitForPorts()
            var failures = 0
            while true {
                while let date = renewal, date > now() {
                    try await sleep(min(date.timeIntervalSince(now()), Self.longestSleep))
                }
                do {
                    try await renew()
                    failures = 0
                    // Also if the authority issues certificates that are due at once.
                    try await sleep(RenewalSchedule.firstDelaySeconds)
                } catch let error as CancellationError {
                    throw error
                } catch {
                    failures += 1
                    let retryAfter = (error as? ACMEError)?.retryAfterSeconds
                    let delay = RenewalSchedule.delaySeconds(afterFailures: failures, retryAfter: retryAfter, random: .system)
                    report(error, delay: delay)
                    try await bell.wait(seconds: delay)
                }
            }
        }
    }

    /// The time of the next renewal; `nil` if a certificate is needed now.
    private var renewal: Date? {
        guard let stored = folder.certificate, stored.isOfDirectory, stored.certificate.names == Set(settings.names) else { return nil }
        return RenewalSchedule.renewal(from: stored.certificate.notBefore, to: stored.certificate.notAfter)
    }

    private func sleep(_ seconds: Double) async throws { try await Task.sleep(for: .seconds(seconds)) }

    // MARK: Results

    private func use(_ issued: IssuedCertificate) throws {
        let key = try NIOSSLPrivateKey(bytes: Array(issued.keyPEM.expose().utf8), format: .pem)
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(try issued.chainPEM.utf8))
        try certificate.replace(with: .ofServer(chain, key), beganAt: issued.notBefore, expiresAt: issued.notAfter)
    }

    private func report(_ error: any Error, delay: Double) {
        let text = (error as? ACMEError)?.description ?? "\(error)"
        certificate.refuse(because: text)
        var metadata: Logger.Metadata = ["retry": "\(now().addingTimeInterval(delay).formatted(.iso8601))"]
        if let problem = (error as? ACMEError)?.problem {
            metadata["type"] = "\(ACMEProblem.printable(problem.type))"
            metadata["detail"] = "\(problem.text)"
        } else {
            metadata["cause"] = "\(text)"
        }
        if case .refused(_, let name?, _)? = error as? ACMEError { metadata["name"] = "\(ACMEProblem.printable(name))" }
        logger.error("No certificate was issued", metadata: metadata)
    }

    // MARK: The authority

    private func renew() async throws {
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            try await renew(with: HTTPTransport(client: client, userAgent: "Latchkey/\(Latchkey.version)"))
        } catch {
            try? await client.shutdown()
            throw error
        }
        try? await client.shutdown()
    }

    private var configuration: HTTPClient.Configuration {
        var configuration = ServerInstance.clientConfiguration
        if let file = settings.authorityFile {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .file(file)
            configuration.tlsConfiguration = tls
        }
        return configuration
    }

    private func renew(with transport: any ACMETransport) async throws {
        var account = folder.account ?? .init(key: AccountKey(), url: nil, contact: [])
        let session = ACMESession(
            directory: settings.directory, key: account.key, account: account.url, transport: transport, now: now)
        // Stored before the first request, so that an account whose registration was interrupted is found again.
        if account.url == nil { try folder.save(account) }
        let order = CertificateOrder(
            session: session, kind: settings.challenge, responder: answers, sleep: { try await Task.sleep(for: .seconds($0)) })
        let issued: IssuedCertificate
        do {
            try await enroll(&account, session)
            issued = try await order.certificate(for: settings.names)
        } catch let error as ACMEError where error.problem?.isACME("accountDoesNotExist") == true {
            account.url = nil
            try await enroll(&account, session)
            issued = try await order.certificate(for: settings.names)
        }
        try folder.save(issued)
        try use(issued)
        logger.info(
            "New connections use a certificate from the authority",
            metadata: ["names": "\(settings.names.joined(separator: ", "))", "expires": "\(issued.notAfter.formatted(.iso8601))"])
    }

    /// Registers the account if the authority does not know it, and changes its contact if the setting changed.
    private func enroll(_ account: inout ACMEFolder.Account, _ session: ACMESession) async throws {
        if account.url == nil {
            let (url, terms) = try await session.register(contact: settings.contact)
            account.url = url
            logger.notice(
                "Registered an account at the certificate authority",
                metadata: ["account": "\(ACMEProblem.printable(url))", "terms": "\(ACMEProblem.printable(terms ?? "-"))"])
        } else if account.contact != settings.contact {
            try await session.update(contact: settings.contact)
        } else {
            return
        }
        account.contact = settings.contact
        try folder.save(account)
    }
}
