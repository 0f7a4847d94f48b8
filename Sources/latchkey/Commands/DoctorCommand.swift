import ArgumentParser
import Foundation
import LatchkeyProviders

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the data folder, the providers and the mail server, and suggest fixes.",
        discussion: """
            The checks send test requests: to Twitter for a request token with the server's callback URL, to GitHub with the client's \
            credentials, and to the mail server to log in. No user is signed in, and no mail is sent without --send-test-mail. \
            The running server sends them, or this process if there is none. The exit status is 1 if a check fails.
            """)

    @Option(help: "The project to check (default: all).") var project: String?
    @Option(help: "The public URL of the server (default: that of the running server).") var publicUrl: String?
    @Option(help: ArgumentHelp("Send a test mail to this address.", valueName: "address")) var sendTestMail: String?
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        if let publicUrl, !SettingsReader.isPublicURL(publicUrl) {
            throw ValidationError("--public-url must have the form https://auth.example.org, without a path.")
        }
    }

    func run() async throws {
        let checks = try await checks()
        try admin.show(checks) { checks in checks.map(\.lines).joined(separator: "\n") }
        if checks.contains(where: { !$0.ok }) { throw ExitCode.failure }
    }

    private func checks() async throws -> [CheckupFinding] {
        let environment = ProcessInfo.processInfo.environment
        let settings: FolderSettings
        do {
            settings = try await admin.settings(environment)
        } catch let report as ConfigurationReport {
            throw Failure(Failure.text(for: report))
        }
        let checkup = FolderCheckup(settings: settings)
        var folder = [checkup.permissions()]
        guard folder[0].ok else { return folder }
        folder.append(await masterKey(checkup))
        guard folder[1].ok else { return folder }
        let database: CheckupFinding
        do {
            let projects = try await admin.send(.get("/v2/projects"), for: [ProjectDescription].self)
            database = .ok("database", "opened; contains \(projects.count == 1 ? "one project" : Count.text(projects.count, "project"))")
        } catch {
            return folder + [.wrong("database", Failure.text(for: error), mend: nil)]
        }
        let providers = try AdminCall.post("/v2/providers:check", ProviderCheck(project: project, publicURL: publicUrl))
        var checks = folder + [database] + (try await admin.send(providers, for: [CheckupFinding].self))
        checks += try await admin.send(.post("/v2/mail:check"), for: [CheckupFinding].self)
        if let sendTestMail {
            let mail = try AdminCall.post("/v2/projects/\(project ?? "default")/mail:test", TestMail(to: sendTestMail))
            checks.append(try await admin.send(mail, for: CheckupFinding.self))
        }
        return checks
    }

    /// The running server knows the source of its key, which this process may not have.
    private func masterKey(_ checkup: FolderCheckup) async -> CheckupFinding {
        do {
            return try await admin.sendToServer(.post("/v2/masterKey:check"), for: CheckupFinding.self) ?? checkup.masterKey()
        } catch {
            // A server of another version does not have the call.
            let isOther = (error as? AdminError)?.code == 404
            return .wrong("master key", Failure.text(for: error), mend: isOther ? "Restart the server with this version." : nil)
        }
    }
}

extension CheckupFinding {
    /// One line, and a second one with the suggested fix.
    fileprivate var lines: String {
        let line = "\(ok ? "ok  " : "FAIL")  \(subject): \(Visible.text(detail))"
        return mend.map { line + "\n      -> " + Visible.text($0) } ?? line
    }
}
