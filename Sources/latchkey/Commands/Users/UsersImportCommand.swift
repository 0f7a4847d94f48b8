import ArgumentParser
import Foundation
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWire

struct UsersImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import users from Firebase, with their passwords.",
        discussion: """
            Imports files of any size from `firebase auth:export`. Passwords keep working. Get the hash parameters from the \
            Firebase console, under Authentication, in the menu of the user list. You can safely repeat an import: existing users \
            are not changed. With --tenant, the users are imported into that tenant; users of another tenant are \
            rejected.
            """)

    @Argument(help: ArgumentHelp("The input file, or - for standard input.", valueName: "file")) var file: String
    @Option(help: "The file format: firebase (JSON) or csv (default: derived from the file name).") var format: UserFileFormat?
    @Option(help: ArgumentHelp("The file with the hash parameters: the text from the Firebase console, or JSON.", valueName: "file"))
    var hashConfig: String?
    @Option(help: ArgumentHelp("Prompt for this user's password before the import, and stop if it does not match.", valueName: "email"))
    var verify: String?
    @Flag(help: "Replace existing users that differ.") var overwrite = false
    @Option(help: ArgumentHelp("Write the result of each row, one JSON object per line.", valueName: "file")) var report: String?
    @OptionGroup var place: RealmOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let users = UserFile(path: file, format: format ?? UserFileFormat(path: file))
        let hashing = try hashConfig.map(readHashConfig)
        if let verify { try await check(passwordOf: verify, in: users, hashing) }
        let report = try report.map(ImportReport.init)
        var (sum, failure): (ImportSum, (any Error)?) = (ImportSum(), nil)
        do {
            try await admin.converse { (sum, failure) = try await send(users, hashing, report, through: $0) }
        } catch {
            // A full disk can also prevent closing the store.
            failure = failure ?? error
        }
        try report?.close()
        if failure == nil || sum.count > 0 { try admin.show(sum) { $0.summary(reported: report != nil) } }
        if let failure {
            let text = Failure.text(for: failure)
            throw Failure(sum.count == 0 ? text : text + "\nThe users imported so far are kept. Repeat the import to continue.")
        }
        guard sum.refused > 0 else { return }
        if hashing == nil { Terminal.printError("Users with passwords require the hash parameters. Set them with --hash-config FILE.") }
        throw ExitCode.failure
    }

    /// - Returns: The results of the rows, and the error if the file was not read or stored completely.
    private func send(
        _ users: UserFile, _ hashing: HashConfigText?, _ report: ImportReport?, through connection: AdminConnection
    ) async throws -> (ImportSum, (any Error)?) {
        let path: AdminCall.Path = "/v2/projects/\(place.project.project)/users:prepareImport"
        let methods = try await connection.send(
            .post(path, query: ["tenantId": place.tenant], hashing?.inOrder ?? []), for: [ImportMethod].self)
        let sender = ImportSender(
            connection: connection, realm: place.realm, methods: methods, overwrite: overwrite, detailed: report != nil)
        var (sum, failure): (ImportSum, (any Error)?) = (ImportSum(), nil)
        func takeReplies() throws {
            let replies = sender.takeReplies()
            for reply in replies { sum.add(reply) }
            for reply in replies { try report?.write(reply.rows) }
        }
        var progress = MovingProgress("read", total: users.byteCount)
        var (sent, bytes) = (0, 0)
        do {
            try await users.read { rows, bytesRead in
                try await sender.send(rows)
                try takeReplies()
                (sent, bytes) = (sent + rows.count, bytesRead)
                progress.show(count: sent, done: bytes)
                return true
            }
        } catch {
            failure = error
        }
        // Report the stored users even after an error.
        do {
            try await sender.finish()
        } catch {
            failure = failure ?? error
        }
        do {
            try takeReplies()
        } catch {
            failure = failure ?? error
        }
        progress.finish(count: sent, done: bytes)
        return (sum, failure)
    }

    private func readHashConfig(_ path: String) throws -> HashConfigText {
        guard path != "-" || (file != "-" && verify == nil) else {
            throw Failure("Standard input can be used only once. Set a file with the hash parameters.")
        }
        do {
            let text = try SecretText(path, maxBytes: HashConfigText.maxBytes).read()
            return try HashConfigText(text)
        } catch let error as HashParametersError {
            throw Failure("The hash parameters in \(path) cannot be used: \(error.description)")
        }
    }

    /// Checks a known password before the import, because wrong hash parameters would lock out all users.
    private func check(passwordOf email: String, in users: UserFile, _ hashing: HashConfigText?) async throws {
        guard file != "-" else { throw Failure("--verify reads the file before the import. Use a file instead of standard input.") }
        guard let user = try await users.user(withEmail: email) else { throw Failure("\(file) has no user with the email \(email).") }
        let described = ImportedAccount(user)
        guard let hash = described.passwordHash else { throw Failure("\(email) has no password in \(file). Use another user.") }
        guard let hashing else { throw Failure("--verify requires the hash parameters. Set them with --hash-config.") }
        guard let request = hashing.versions[described.hashVersion] else {
            throw Failure("The hash parameters do not include version \(described.hashVersion), which the password of \(email) uses.")
        }
        let typed = try Terminal.readSecret(prompt: "Password of \(email): ", upTo: PasswordPolicy.maximumBytes + 2)
        let line = typed.prefix { $0 != 0x0a && $0 != 0x0d }
        guard !line.isEmpty else { throw Failure("No password was entered. Nothing was imported.") }
        let parameters = try HashParameters(request)
        guard try parameters.verify(Secret(String(decoding: line, as: UTF8.self)), hash: hash, salt: described.salt) else {
            throw Failure(
                """
                The password of \(email) or the hash parameters are wrong. Nothing was imported. Compare the parameters \
                with those in the Firebase console, and use a user whose password you know.
                """)
        }
        Terminal.printError("The password of \(email) matches. The hash parameters are correct.")
    }
}

extension UserFileFormat: ExpressibleByArgument {}
