import ArgumentParser
import Foundation
import LatchkeyServer
import LatchkeyWire

struct UsersExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all users with their passwords' hashes, as `firebase auth:export` does.",
        discussion: """
            The JSON form holds everything but authenticator apps and passkeys, which cannot be moved. What Firebase's own tool has no \
            name for is written only where there is something; --only-firebase leaves it out. Without --tenant the accounts of tenants \
            are not in the file; how many there are is said.
            """)

    @Argument(help: ArgumentHelp("The file to write, or - for standard output.", valueName: "file")) var file: String
    @Option(help: "How to write it: firebase (JSON) or csv. Unless given, the file's name tells.") var format: UserFileFormat?
    @Option(
        help: ArgumentHelp(
            "Write the hash parameters to this file: without them the hashes are of no use. It holds the signer key.", valueName: "file"))
    var hashConfig: String?
    @Flag(help: "Write nothing that Firebase's own tool would refuse.") var onlyFirebase = false
    @OptionGroup var place: RealmOptions
    @OptionGroup var admin: AdminOptions

    private static let pageSize = 500
    private static let maxTenantsNamed = 20

    func run() async throws {
        let format = format ?? UserFileFormat(path: file)
        if let hashConfig, PrivateOutput.collide(file, hashConfig) {
            throw Failure("The users and the hash parameters cannot go to one file: name another with --hash-config.")
        }
        let output = try PrivateOutput(file)
        let secret = try hashConfig.map { try PrivateOutput($0) }
        let (count, incomplete, elsewhere) = try await admin.converse { conversation -> (Int, Int, [TenantUsers]) in
            var hashing = HashConfigText(versions: [:])
            if secret != nil { try await add(to: &hashing, conversation) }
            var (count, incomplete, next): (Int, Int, String?) = (0, 0, nil)
            var progress = MovingProgress("written", total: nil)
            if format == .firebase { try output.write("{\"users\": [") }
            repeat {
                let page = try await conversation.ask(
                    .exportUsers(in: place.realm, after: next, limit: Self.pageSize), for: UserExportPage.self)
                if secret != nil { try await add(to: &hashing, neededBy: page, conversation) }
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
            // Whoever names a tenant wants its users and no others.
            let elsewhere =
                place.tenant == nil
                ? try await conversation.ask(.countTenantUsers(project: place.project.project), for: [TenantUsers].self) : []
            return (count, incomplete, elsewhere)
        }
        try secret?.finish()
        try output.finish()
        let told = "\(count) users written to \(file)."
        if output.isFile, secret?.isFile ?? true {
            try admin.show(["users": count]) { _ in told }
        } else if file != "-" {
            // What is written may be on its way to standard output.
            Terminal.printError(told)
        }
        if !elsewhere.isEmpty { Terminal.printError(left(elsewhere, format)) }
        if incomplete > 0 {
            Terminal.printError(
                "\(incomplete) of them have something that this form cannot say: it was left out. `--format firebase` without --only-firebase keeps it."
            )
        }
        if hashConfig == nil {
            Terminal.printError("The hashes are of no use without the hash parameters: --hash-config FILE writes them.")
        }
    }

    private func add(to hashing: inout HashConfigText, _ conversation: AdminConversation) async throws {
        let present = try await conversation.ask(.exportHashing(project: place.project.project), for: [VersionedHashing].self)
        for one in present { hashing.versions[one.version] = one.parameters }
    }

    /// An import may have come in between.
    private func add(to hashing: inout HashConfigText, neededBy page: UserExportPage, _ conversation: AdminConversation) async throws {
        func missing(_ hashing: HashConfigText) -> Bool {
            page.users.contains { $0.passwordHash != nil && hashing.versions[$0.version ?? 0] == nil }
        }
        guard missing(hashing) else { return }
        try await add(to: &hashing, conversation)
        guard !missing(hashing) else {
            throw Failure("Users and their hash parameters changed while they were written. Export them again.")
        }
    }

    /// Says which accounts are not in the file, and how to write them too.
    private func left(_ tenants: [TenantUsers], _ format: UserFileFormat) -> String {
        func counted(_ count: Int, _ one: String) -> String { "\(count) \(one)\(count == 1 ? "" : "s")" }
        let sum = counted(tenants.reduce(0) { $0 + $1.users }, "account")
        var lines = ["Not written: \(sum) in \(counted(tenants.count, "tenant")). Each tenant's are written by themselves:"]
        let project = place.project.project == "default" ? [] : ["--project", place.project.project]
        let written = format == .csv ? "csv" : "json"
        for tenant in tenants.prefix(Self.maxTenantsNamed) {
            let (id, onlyFirebase) = (tenant.tenant, onlyFirebase ? ["--only-firebase"] : [])
            // Of its own: the parameters of users who sign in meanwhile are in the first file alone.
            let hashing = hashConfig == nil ? [] : ["--hash-config", "\(id)-hash-config.json"]
            let words = ["latchkey", "users", "export", "\(id).\(written)", "--tenant", id] + project + hashing + onlyFirebase
            lines.append("  \((words + admin.folderOptions).map(ShellWord.quoted).joined(separator: " "))  (\(tenant.users))")
        }
        if tenants.count > Self.maxTenantsNamed { lines.append("  and \(tenants.count - Self.maxTenantsNamed) more") }
        return lines.map(Visible.text).joined(separator: "\n")
    }

    /// - Returns: The user as text, and whether something was left out.
    private func described(_ user: UserInfo, _ format: UserFileFormat) throws -> (String, Bool) {
        if format == .csv { return CSVUser.row(user) }
        let written = onlyFirebase ? user.onlyFirebase : user
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (String(decoding: try encoder.encode(written), as: UTF8.self), written != user)
    }
}

extension UserInfo {
    /// The members that Firebase's own tool takes, and no others.
    fileprivate var onlyFirebase: UserInfo {
        // A hash of other parameters would be taken for one of the project's own.
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
