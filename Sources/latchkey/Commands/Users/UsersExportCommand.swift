// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import LatchkeyWire

struct UsersExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all users with their passwords' hashes, as `firebase auth:export` does.",
        discussion: """
            The JSON form holds everything but authenticator apps and passkeys, which cannot be moved. What Firebase's own tool has no             name for is written only where there is something; --only-firebase leaves it out. Without --tenant the accounts of tenants are not in the file; how many there are is said.
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
        let output = try PrivateOutput(file)
        let (count, incomplete, elsewhere) = try await admin.converse { conversation -> (Int, Int, [TenantUsers]) in
            if let hashConfig {
                let hashing = try await conversation.ask(.exportHashing(project: place.project.project), for: [VersionedHashing].self)
                let config = HashConfigFile(versions: Dictionary(uniqueKeysWithValues: hashing.map { ($0.version, $0.parameters) }))
                let secret = try PrivateOutput(hashConfig)
                try secret.write(try config.json())
                try secret.finish()
            }
            var (count, incomplete, next): (Int, Int, String?) = (0, 0, nil)
            var progress = MovingProgress("written", total: nil)
            if format == .firebase { try output.write("{\"users\": [") }
            repeat {
                let page = try await conversation.ask(
                    .exportUsers(in: place.realm, after: next, limit: Self.pageSize), for: UserExportPage.self)
                var text = ""
                for user in page.users {
                    let (line, lost) = try described(user, format)
                    text += format == .csv ? line + "\n" : (count == 0 ? "\n" : ",\n") + line
                    count += 1
                    if lost { incomplete += 1 }
                }
                try output.write(text)
                progress.show(users: count, done: 0)
                next = page.next
            } while next != nil
            if format == .firebase { try output.write("\n]}\n") }
            progress.finish(users: count, done: 0)
            // Whoever names a tenant wants its users and no others.
            let elsewhere =
                place.tenant == nil
                ? try await conversation.ask(.countTenantUsers(project: place.project.project), for: [TenantUsers].self) : []
            return (count, incomplete, elsewhere)
        }
        try output.finish()
        if file != "-" { try admin.show(["users": count]) { _ in "\(count) users written to \(file)." } }
        if !elsewhere.isEmpty { Terminal.printError(left(elsewhere)) }
        if incomplete > 0 {
            Terminal.printError(
                "\(incomplete) of them have something that this form cannot say: it was left out. `--format firebase` without --only-firebase keeps it."
            )
        }
        if hashConfig == nil {
            Terminal.printError("The hashes are of no use without the hash parameters: --hash-config FILE writes them.")
        }
    }

    /// Says which accounts are not in the file, and how to write them too.
    private func left(_ tenants: [TenantUsers]) -> String {
        func counted(_ count: Int, _ one: String) -> String { "\(count) \(one)\(count == 1 ? "" : "s")" }
        let sum = counted(tenants.reduce(0) { $0 + $1.users }, "account")
        var lines = ["Not written: \(sum) in \(counted(tenants.count, "tenant")). Each tenant's are written by themselves:"]
        let project = place.project.project == "default" ? "" : " --project \(place.project.project)"
        for tenant in tenants.prefix(Self.maxTenantsNamed) {
            lines.append("  latchkey users export \(tenant.tenant).json --tenant \(tenant.tenant)\(project)  (\(tenant.users))")
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
