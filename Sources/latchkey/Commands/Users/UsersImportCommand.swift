import ArgumentParser
import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer
import LatchkeyWire

struct UsersImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Bring users in from Firebase, with their passwords.",
        discussion: """
            Reads what `firebase auth:export` writes, of any size. Passwords keep working: the hash parameters are those that the \
            Firebase console shows under Authentication, in the menu of the list of users. Running it again does no harm: users that \
            are there already are left as they are. With --tenant they become users of that tenant; a user whose file names another \
            tenant is refused.
            """)

    @Argument(help: ArgumentHelp("The file with the users, or - for standard input.", valueName: "file")) var file: String
    @Option(help: "How the file is written: firebase (JSON) or csv. Unless given, the file's name tells.") var format: UserFileFormat?
    @Option(help: ArgumentHelp("The file with the hash parameters: the console's block, or JSON.", valueName: "file"))
    var hashConfig: String?
    @Option(help: ArgumentHelp("Ask for the password of this user, and import nothing if it does not match.", valueName: "email"))
    var verify: String?
    @Flag(help: "Replace users that are there already and differ.") var overwrite = false
    @Option(help: ArgumentHelp("Write what became of each row, one JSON object to a line.", valueName: "file")) var report: String?
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
            // A disk that is full keeps the store from being closed, too.
            failure = failure ?? error
        }
        try report?.close()
        if failure == nil || sum.count > 0 { try admin.show(sum) { $0.summary(reported: report != nil) } }
        if let failure {
            let text = Failure.text(for: failure)
            throw Failure(sum.count == 0 ? text : text + "\nWhat was imported until then stays. Importing again goes on from there.")
        }
        guard sum.refused > 0 else { return }
        if hashing == nil { Terminal.printError("Users with passwords need the hash parameters: --hash-config FILE names them.") }
        throw ExitCode.failure
    }

    /// - Returns: What became of the rows, and why not all of the file was read or stored, if so.
    private func send(
        _ users: UserFile, _ hashing: HashConfigText?, _ report: ImportReport?, through conversation: AdminConversation
    ) async throws -> (ImportSum, (any Error)?) {
        let methods = try await conversation.ask(
            .prepareImport(in: place.realm, hashing: hashing?.inOrder ?? []), for: [ImportMethod].self)
        let sender = ImportSender(
            conversation: conversation, realm: place.realm, methods: methods, overwrite: overwrite, detailed: report != nil)
        var (sum, failure): (ImportSum, (any Error)?) = (ImportSum(), nil)
        func takeAnswers() throws {
            let answers = sender.takeAnswers()
            for answer in answers { sum.add(answer) }
            for answer in answers { try report?.write(answer.rows) }
        }
        var progress = MovingProgress("read", total: users.byteCount)
        var (sent, bytes) = (0, 0)
        do {
            try await users.read { rows, bytesRead in
                try await sender.send(rows)
                try takeAnswers()
                (sent, bytes) = (sent + rows.count, bytesRead)
                progress.show(count: sent, done: bytes)
                return true
            }
        } catch {
            failure = error
        }
        // Whatever went wrong, what was stored is told.
        do {
            try await sender.finish()
        } catch {
            failure = failure ?? error
        }
        do {
            try takeAnswers()
        } catch {
            failure = failure ?? error
        }
        progress.finish(count: sent, done: bytes)
        return (sum, failure)
    }

    private func readHashConfig(_ path: String) throws -> HashConfigText {
        guard path != "-" || (file != "-" && verify == nil) else {
            throw Failure("Standard input cannot be several things at once: name a file with the hash parameters.")
        }
        do {
            let text = try SecretText(path, maxBytes: HashConfigText.maxBytes).read()
            return try HashConfigText(text)
        } catch let error as HashParametersError {
            throw Failure("The hash parameters in \(path) cannot be used: \(error.description)")
        }
    }

    /// Whoever has the wrong parameters would lock every user out, and learn it from them.
    private func check(passwordOf email: String, in users: UserFile, _ hashing: HashConfigText?) async throws {
        guard file != "-" else { throw Failure("--verify looks into the file before it is imported: name a file instead of -.") }
        guard let user = try await users.user(withEmail: email) else { throw Failure("\(file) has no user with the address \(email).") }
        let described = ImportedAccount(user)
        guard let hash = described.passwordHash else { throw Failure("\(email) has no password in \(file). Name another user.") }
        guard let hashing else { throw Failure("Give the hash parameters with --hash-config: without them no password can be checked.") }
        guard let request = hashing.versions[described.hashVersion] else {
            throw Failure("The hash parameters have no version \(described.hashVersion), with which the password of \(email) was hashed.")
        }
        let typed = try Terminal.readSecret(prompt: "Password of \(email): ", upTo: PasswordPolicy.maximumBytes + 2)
        let line = typed.prefix { $0 != 0x0a && $0 != 0x0d }
        guard !line.isEmpty else { throw Failure("No password was given. Nothing was imported.") }
        let parameters = try HashParameters(request)
        guard try parameters.verify(Secret(String(decoding: line, as: UTF8.self)), hash: hash, salt: described.salt) else {
            throw Failure(
                """
                This is not the password of \(email), or the hash parameters are wrong. Nothing was imported. Compare the parameters \
                with those that the Firebase console shows, and try a user whose password you know for certain.
                """)
        }
        Terminal.printError("The password of \(email) matches: the hash parameters are right.")
    }
}

extension UserFileFormat: ExpressibleByArgument {}
