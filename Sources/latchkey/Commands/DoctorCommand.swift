import ArgumentParser
import LatchkeyServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the data folder and the providers for real, and say how to mend what is wrong.",
        discussion: """
            Twitter is asked for a request token with the server's callback URL, GitHub whether it knows the client, the mail server \
            whether it lets us in; nobody is signed in, and no mail is sent unless you ask for it. \
            The questions are asked by the running server, else by this process. Exit status 1 means that something is wrong.
            """)

    @Option(help: "Only this project (default: all).") var project: String?
    @Option(help: "The address at which people reach the server (default: that of the running server).") var publicUrl: String?
    @Option(help: ArgumentHelp("Send a mail that says only that mails arrive.", valueName: "address")) var sendTestMail: String?
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        if let publicUrl, !SettingsReader.isPublicURL(publicUrl) {
            throw ValidationError("--public-url is written like https://auth.example.org, without a path.")
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
            throw Failure(report.description)
        }
        let folder = FolderCheckup(settings: settings, environment: environment).checks()
        guard folder.allSatisfy(\.ok) else { return folder }
        let database: CheckupFinding
        do {
            let projects = try await admin.ask(.listProjects, for: [ProjectDescription].self)
            database = .ok("database", "it opens and holds \(projects.count == 1 ? "one project" : "\(projects.count) projects")")
        } catch {
            return folder + [.wrong("database", Failure.text(for: error), mend: nil)]
        }
        let request = AdminRequest.checkProviders(project: project, publicURL: publicUrl)
        var checks = folder + [database] + (try await admin.ask(request, for: [CheckupFinding].self))
        checks += try await admin.ask(.checkMail, for: [CheckupFinding].self)
        if let sendTestMail {
            let request = AdminRequest.sendTestMail(to: sendTestMail, project: project ?? "default", language: nil)
            checks.append(try await admin.ask(request, for: CheckupFinding.self))
        }
        return checks
    }
}

extension CheckupFinding {
    /// One line, and a second where something has to be done.
    fileprivate var lines: String {
        let line = "\(ok ? "ok  " : "FAIL")  \(subject): \(Visible.text(detail))"
        return mend.map { line + "\n      -> " + Visible.text($0) } ?? line
    }
}
