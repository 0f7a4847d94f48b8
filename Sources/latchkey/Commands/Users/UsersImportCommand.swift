// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

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
            Reads what `firebase auth:export` writes, of any size. Passwords keep working: the hash parameters are those \
            that the Firebase console shows under Authentication, in the menu of the list of users. Running it again \
            does no harm: users that are there already are left as they are. With --tenant they become users of that \
            tenant; a user whose file names another tenant is refused.
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
        let sum = try await admin.converse { conversation in
            var sum = UserImportReply()
            let methods = try await conversation.ask(
                .prepareImport(in: place.realm, hashing: hashing?.inOrder ?? []),
                for: [ImportMethod].self)
            var progress = MovingProgress("read", total: users.byteCount)
            let sender = ImportSender(
                conversation: conversation, realm: place.realm, methods: methods, overwrite: overwrite, detailed: report != nil)
            var (sent, bytes) = (0, 0)
            try await users.read { part, bytesRead in
                for reply in try await sender.send(part) { try sum.add(reply, report) }
                (sent, bytes) = (sent + part.count, bytesRead)
                progress.show(users: sent, done: bytes)
                return true
            }
            for reply in try await sender.finish() { try sum.add(reply, report) }
            progress.finish(users: sent, done: bytes)
            return sum
        }
        try report?.close()
        try admin.show(sum) { $0.summary }
        if sum.refused > 0 { throw ExitCode.failure }
    }

    private func readHashConfig(_ path: String) throws -> HashConfigFile {
        guard path != "-" || (file != "-" && verify == nil) else {
            throw Failure("Standard input cannot be several things at once: name a file with the hash parameters.")
        }
        do {
            let text = try SecretText(path, maxBytes: HashConfigFile.maxBytes).read()
            return try HashConfigFile(text: text)
        } catch let error as HashParametersError {
            throw Failure("The hash parameters in \(path) cannot be used: \(error.description)")
        }
    }

    /// Whoever has the wrong parameters would lock every user out, and learn it from them.
    private func check(passwordOf email: String, in users: UserFile, _ hashing: HashConfigFile?) async throws {
        guard file != "-" else { throw Failure("--verify looks into the file before it is imported: name a file instead of -.") }
        guard let user = try await users.user(withEmail: email) else { throw Failure("\(file) has no user with the address \(email).") }
        let described = ImportedAccount(user)
        guard let hash = described.passwordHash else { throw Failure("\(email) has no password in \(file). Name another user.") }
        guard let request = hashing?.versions[described.hashVersion] else {
            throw Failure("Give the hash parameters with --hash-config: without them no password can be checked.")
        }
        let typed = try Terminal.readSecret(prompt: "Password of \(email): ", upTo: PasswordPolicy.maximumBytes + 2)
        let line = typed.prefix { $0 != 0x0a && $0 != 0x0d }
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

extension UserImportReply {
    /// Adds what became of the next page; rows are written down and only those that were refused or warned of are kept, and few of them.
    fileprivate mutating func add(_ page: UserImportReply, _ report: ImportReport?) throws {
        let before = created + replaced + unchanged + kept + refused
        try report?.write(page.rows, firstRow: before + 1)
        created += page.created
        replaced += page.replaced
        unchanged += page.unchanged
        kept += page.kept
        refused += page.refused
        for var row in page.rows where (row.result == "refused" || row.message != nil && row.result == "created") && rows.count < 10 {
            row.index += before
            rows.append(row)
        }
    }

    fileprivate var summary: String {
        var parts = ["\(created) imported"]
        if replaced > 0 { parts.append("\(replaced) replaced") }
        if unchanged > 0 { parts.append("\(unchanged) there already, unchanged") }
        if kept > 0 { parts.append("\(kept) there already and different, left as they are (--overwrite replaces them)") }
        if refused > 0 { parts.append("\(refused) refused") }
        var lines = [parts.joined(separator: ", ") + "."]
        if created + replaced + refused + kept == 0, unchanged > 0 { lines.append("Nothing changed.") }
        for row in rows {
            lines.append(Visible.text("  row \(row.index + 1)\(row.uid.map { " (\($0))" } ?? ""): \(row.result): \(row.message ?? "")"))
        }
        if refused > rows.count { lines.append("  ... --report FILE writes all of them down.") }
        return lines.joined(separator: "\n")
    }
}
