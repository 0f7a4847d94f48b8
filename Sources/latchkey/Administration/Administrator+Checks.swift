import Foundation
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeyWeb

/// The providers and the address to check: by default of all projects, and the address of the server.
struct ProviderCheck: Codable, Sendable {
    var project: String?
    var publicURL: String?
}

extension Administrator {
    func addChecks(to routes: OperatorRoutes) {
        routes.on(.post, "/v2/providers:check") { (_, check: ProviderCheck) in
            try await checkProviders(of: check.project, publicURL: check.publicURL)
        }
    }

    /// Checks the public URL and every enabled provider, of one project or of all.
    private func checkProviders(of project: String?, publicURL: String?) async throws -> [CheckupFinding] {
        let address = PublicAddress(publicURL ?? publicAddress.url)
        let (found, configurations) = try await store.read { view in
            let projects = try project.map { [try view.requireProject($0)] } ?? view.projects()
            return (projects, try projects.flatMap { try view.providers(of: $0.id) })
        }
        let projects = found.map(\.id)
        var checks = [checkPublicAddress(address)]
        if let running { checks += await running.status().findings(at: now()) }
        if let certificate { checks.append(Self.finding(on: certificate.status, at: now())) }
        checks += try await checkNodes()
        for project in projects where !configurations.contains(where: { $0.project == project }) {
            checks.append(.ok("\(project)", "no provider is configured; users sign in without one, for example with a password"))
        }
        let checkups = ProviderCheckups(sealer: sealer, transport: transport, publicAddress: address, reader: .command, now: now)
        for configuration in configurations { checks += await checkups.findings(on: configuration) }
        for project in found { checks += await checkHooks(of: project) }
        let webhooks = try await store.read { view in
            try projects.flatMap { try view.webhookEndpoints(of: $0) }.map { try WebhookTrouble($0, in: view) }
        }
        return checks + webhooks.map(\.finding)
    }

    /// Does not call hooks, because each request is about a user. Only their addresses are checked.
    private func checkHooks(of project: Project) async -> [CheckupFinding] {
        var checks: [CheckupFinding] = []
        for event in BlockingHooks.Event.allCases {
            guard let url = project.settings.hooks[event] else { continue }
            let subject = "\(project.id): hook \(event.rawValue)"
            switch await targets?.finding(onURL: url) {
            case nil:
                checks.append(
                    .wrong(subject, "the URL cannot be checked without a running server", mend: "Start the server and check again."))
            case .allowed: checks.append(.ok(subject, "the server may call \(url)"))
            case .refused(let refusal): checks.append(.wrong(subject, refusal.problem, mend: refusal.remedy))
            case .notFound(let problem):
                checks.append(
                    .wrong(subject, problem, mend: "Correct the URL with `latchkey projects hook set`, or the DNS entry of the host."))
            }
        }
        return checks
    }

    /// How long before its end a certificate should have been renewed: certificates of 90 days are renewed 30 days before it.
    private static let renewalDays = 14

    static func finding(on status: ServerCertificate.Status, at now: Date) -> CheckupFinding {
        let subject = "certificate"
        let mend =
            status.source == .files
            ? "Write the new certificate and its key to the files of tls-cert and tls-key. The server reads them by itself."
            : "Look into the log of the server for the reason why it was not renewed. A reload of the server tries again at once."
        if status.source == .authority, let problem = status.problem {
            return .wrong(
                subject, "not issued\(status.isPresent ? ", and the previous certificate is in use" : ""): \(problem)", mend: mend)
        }
        guard status.isPresent else { return .wrong(subject, "requested, and not issued yet", mend: mend) }
        if let problem = status.problem {
            return .wrong(subject, "the changed files were refused, and the previous certificate is in use: \(problem)", mend: nil)
        }
        guard let end = status.expiresAt else { return .ok(subject, "in use") }
        let day = end.formatted(.iso8601.year().month().day())
        let days = Int((end.timeIntervalSince(now) / 86_400).rounded(.down))
        if days < 0 { return .wrong(subject, "expired on \(day)", mend: mend) }
        if days < renewalDays { return .wrong(subject, "expires on \(day), in \(Count.text(days, "day"))", mend: mend) }
        return .ok(subject, "valid until \(day)")
    }

    private func checkPublicAddress(_ address: PublicAddress) -> CheckupFinding {
        let subject = "public address"
        let url = address.url
        if url.isEmpty {
            return .wrong(
                subject, "unknown without a running server, so callbacks were not checked",
                mend: "Start the server, or set the address with --public-url.")
        }
        guard url.hasPrefix("https://") || AddressRange.isLoopback(ofURL: url) else {
            return .wrong(
                subject, "\(url) transmits passwords and tokens unencrypted",
                mend: "Put TLS in front (--tls-cert and --tls-key, or a proxy) and set public-url to the https address.")
        }
        return .ok(subject, url)
    }
}
