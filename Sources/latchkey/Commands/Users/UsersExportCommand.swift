import ArgumentParser
import Foundation
import LatchkeyAdministrationAPI
import LatchkeyWire

struct UsersExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export all users with their password hashes, like `firebase auth:export`.",
        discussion: """
            The JSON format contains everything except authenticator apps and passkeys, which cannot be exported. It has members \
            that Firebase's tool does not support, which --only-firebase omits. Accounts of tenants are exported only with --tenant; \
            otherwise the command reports their number.

            With a UID or an e-mail address in place of the file, or with --uid, the command exports everything that is stored about one \
            person as JSON, without password hashes and other secrets: account, identities, second factors, passkeys, sessions, events, \
            messages, and the data in the databases.
            """)

    @Argument(
        help: ArgumentHelp(
            "The output file: with .json or .csv, a folder or --format; or - for standard output (the default with --uid); or one person.",
            valueName: "file"))
    var file: String?
    @Option(help: ArgumentHelp("Export everything about one person: a UID or e-mail address.", valueName: "uid")) var uid: String?
    @Option(help: "The file format: firebase (JSON) or csv (default: derived from the file name).") var format: UserFileFormat?
    @Option(
        help: ArgumentHelp(
            "Write the hash parameters to this file, including the signer key. They are needed to use the hashes.", valueName: "file"))
    var hashConfig: String?
    @Flag(help: "Omit everything that Firebase's tool does not support.") var onlyFirebase = false
    @OptionGroup var place: RealmOptions
    @OptionGroup var admin: AdminOptions

    private static let pageSize = 500
    private static let maxTenantsNamed = 20

    func validate() throws {
        guard uid != nil || file != nil else {
            throw ValidationError("Name a file, such as users.json, or - for standard output; or one person: --uid UID.")
        }
        guard person == nil || format == nil && hashConfig == nil && !onlyFirebase else {
            throw ValidationError(
                "An export of one person cannot be combined with --format, --hash-config or --only-firebase. For all users, name a file with "
                    + ".json or .csv, or with a folder: ./users.")
        }
    }

    func run() async throws {
        guard let person else { return try await exportAll(to: file ?? "-") }
        try await exportPerson(person, to: uid == nil ? "-" : file ?? "-")
    }

    /// The UID or e-mail address. Without --uid it is an argument that cannot be a file of users: UIDs may contain dots.
    private var person: String? {
        guard uid == nil, let file else { return uid }
        let isFile = file == "-" || file.contains("/") || format != nil || file.hasSuffix(".json") || file.hasSuffix(".csv")
        return isFile ? nil : file
    }

    private func exportPerson(_ who: String, to file: String) async throws {
        let call = AdminCall(
            .post, "/v2/projects/\(place.project.project)/users/\(who)/export", query: ["tenantId": place.tenant])
        let reply = try await admin.send(call, for: ExportAccountReply.self)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let output = try PrivateOutput(file)
        try output.write(String(decoding: try encoder.encode(reply), as: UTF8.self) + "\n")
        try output.finish()
        if file != "-" { Terminal.printError("The data of \(Visible.text(who)) was written to \(file).") }
    }

    private func exportAll(to file: String) async throws {
        let format = format ?? UserFileFormat(path: file)
        if let hashConfig, PrivateOutput.collide(file, hashConfig) {
            throw Failure("The users and the hash parameters cannot be written to the same file. Set another file with --hash-config.")
        }
        let output = try PrivateOutput(file)
        let secret = try hashConfig.map { try PrivateOutput($0) }
        let (count, incomplete, elsewhere) = try await admin.converse { connection -> (Int, Int, [TenantUsers]) in
            var hashing = HashConfigText(versions: [:])
            if secret != nil { try await add(to: &hashing, connection) }
            var (count, incomplete, next): (Int, Int, String?) = (0, 0, nil)
            var progress = MovingProgress("written", total: nil)
            if format == .firebase { try output.write("{\"users\": [") }
            repeat {
                let page = try await connection.send(
                    .get(
                        "/v2/projects/\(place.project.project)/users:export",
                        query: ["after": next, "pageSize": "\(Self.pageSize)", "tenantId": place.tenant]),
                    for: UserExportPage.self)
                if secret != nil { try await add(to: &hashing, neededBy: page, connection) }
                var text = ""
                for user in page.users {
                    let (line, lost) = try described(user, format)
                    text += format == .csv ? line + "\n" : (count == 0 ? "\n" : ",\n") + line
                    count += 1
                    if lost { incomplete += 1 }
                }
                try output.write(text)
                progress.show(count: count, done: 0)
                next = page.next
            } while next != nil
            if format == .firebase { try output.write("\n]}\n") }
            progress.finish(count: count, done: 0)
            try secret?.write(try hashing.json())
            // With --tenant, only that tenant's users are expected.
            let elsewhere =
                place.tenant == nil
                ? try await connection.send(
                    .get("/v2/projects/\(place.project.project)/tenantUsers"), for: [TenantUsers].self) : []
            return (count, incomplete, elsewhere)
        }
        try secret?.finish()
        try output.finish()
        let told = "\(Count.text(count, "user")) written to \(file)."
        if output.isFile, secret?.isFile ?? true {
            try admin.show(["users": count]) { _ in told }
        } else if file != "-" {
            // The data may go to standard output.
            Terminal.printError(told)
        }
        if !elsewhere.isEmpty { Terminal.printError(left(elsewhere, format)) }
        if incomplete > 0 {
            Terminal.printError(
                "\(incomplete) of them have data that this format cannot contain. Use `--format firebase` without --only-firebase."
            )
        }
        if hashConfig == nil {
            Terminal.printError("The hashes cannot be used without the hash parameters. Export them with --hash-config FILE.")
        }
    }

    private func add(to hashing: inout HashConfigText, _ connection: AdminConnection) async throws {
        let call = AdminCall.get("/v2/projects/\(place.project.project)/hashParameters")
        let present = try await connection.send(call, for: [VersionedHashing].self)
        for one in present { hashing.versions[one.version] = one.parameters }
    }

    /// Adds the parameters of a page, because an import may have happened in between.
    private func add(to hashing: inout HashConfigText, neededBy page: UserExportPage, _ connection: AdminConnection) async throws {
        func missing(_ hashing: HashConfigText) -> Bool {
            page.users.contains { $0.passwordHash != nil && hashing.versions[$0.version ?? 0] == nil }
        }
        guard missing(hashing) else { return }
        try await add(to: &hashing, connection)
        guard !missing(hashing) else {
            throw Failure("Users and their hash parameters changed during the export. Export them again.")
        }
    }

    /// Returns a message with the number of omitted accounts and the commands to export them.
    private func left(_ tenants: [TenantUsers], _ format: UserFileFormat) -> String {
        let sum = Count.text(tenants.reduce(0) { $0 + $1.users }, "account")
        var lines = ["Not exported: \(sum) in \(Count.text(tenants.count, "tenant")). Export each tenant separately:"]
        let project = place.project.project == "default" ? [] : ["--project", place.project.project]
        let written = format == .csv ? "csv" : "json"
        for tenant in tenants.prefix(Self.maxTenantsNamed) {
            let (id, onlyFirebase) = (tenant.tenant, onlyFirebase ? ["--only-firebase"] : [])
            // A separate file: the first file alone contains the parameters of users that sign in during the export.
            let hashing = hashConfig == nil ? [] : ["--hash-config", "\(id)-hash-config.json"]
            let words = ["latchkey", "users", "export", "\(id).\(written)", "--tenant", id] + project + hashing + onlyFirebase
            lines.append("  \((words + admin.folderOptions).map(ShellWord.quoted).joined(separator: " "))  (\(tenant.users))")
        }
        if tenants.count > Self.maxTenantsNamed { lines.append("  and \(tenants.count - Self.maxTenantsNamed) more") }
        return lines.map(Visible.text).joined(separator: "\n")
    }

    /// - Returns: The user as text, and whether data was omitted.
    private func described(_ user: UserInfo, _ format: UserFileFormat) throws -> (String, Bool) {
        if format == .csv { return CSVUser.row(user) }
        let written = onlyFirebase ? user.onlyFirebase : user
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (String(decoding: try encoder.encode(written), as: UTF8.self), written != user)
    }
}

extension UserInfo {
    /// The members that Firebase's tool supports.
    fileprivate var onlyFirebase: UserInfo {
        // A hash with other parameters would be treated as one of the project's own.
        let ownHash = version == nil
        return UserInfo(
            localId: localId, email: email, emailVerified: emailVerified, displayName: displayName, photoUrl: photoUrl,
            phoneNumber: phoneNumber, passwordHash: ownHash ? passwordHash : nil, salt: ownHash ? salt : nil, createdAt: createdAt,
            lastSignedInAt: lastSignedInAt, disabled: disabled, customAttributes: customAttributes,
            providerUserInfo: providerUserInfo?.map {
                ProviderUserInfo(
                    providerId: $0.providerId, rawId: $0.rawId, email: $0.email, displayName: $0.displayName, photoUrl: $0.photoUrl)
            })
    }
}
