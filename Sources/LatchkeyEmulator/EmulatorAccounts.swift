public import Foundation
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
import LatchkeyWire

/// The accounts and settings of the standard project, in the export format of the Firebase Auth Emulator.
///
/// TOTP secrets and passkeys are omitted, because the format has no members for them.
public struct EmulatorAccounts: Sendable {
    let projects: EmulatedProjects
    let providers: EmulatedProviders
    let store: any AccountStore
    let random: RandomTokens

    /// The maximum size of an `accounts.json`, in bytes: 256 MiB.
    public static let maxBytes = 268_435_456
    private static let pageSize = 500

    /// Creates the import and export for the basics of a server.
    package init(_ emulation: Emulation, _ basics: ServerBasics) {
        let emulator = Emulator(emulation, basics)
        projects = emulator.projects
        providers = emulator.providers
        store = basics.store
        random = basics.random
    }

    /// Returns the content of `accounts.json`.
    public func exported() async throws -> Data {
        let realm = Realm(project: try await projects.standardProject().id)
        var users: [UserInfo] = []
        while true {
            let last = users.last?.localId.map(AccountID.init(rawValue:))
            let page = try await store.read { try $0.described($0.accounts(in: realm, after: last, limit: Self.pageSize)) }
            if page.isEmpty { break }
            users += page
        }
        return Data(try WireEncoder.encode(AccountsFile(kind: "identitytoolkit#DownloadAccountResponse", users: users)))
    }

    /// Returns the content of `config.json`.
    public func exportedConfiguration() async throws -> Data {
        Data(try WireEncoder.encode(EmulatorConfig(try await projects.standardProject().settings)))
    }

    /// Imports the accounts of an `accounts.json`, all or none.
    ///
    /// - Returns: The number of accounts, and how many of them lost their password because the file lacks the parameters to check it.
    /// - Throws: ``EmulatorImportError``.
    public func add(_ file: Data) async throws -> (count: Int, withoutPassword: Int) {
        let users: [UserInfo]
        do {
            users = try WireDecoder.decode(AccountsFile.self, from: Array(file), maxBytes: Self.maxBytes).users ?? []
        } catch {
            throw EmulatorImportError("accounts.json cannot be read: \(error)")
        }
        let project = try await projects.standardProject()
        for id in Set(users.flatMap { ($0.providerUserInfo ?? []).compactMap(\.providerId) }).sorted() {
            let provider = ProviderID(rawValue: id)
            if EmulatedProviders.isProvider(provider) { _ = try await providers.configure(provider, in: Realm(project: project.id)) }
        }
        let importer = ImportedUsers(realm: Realm(project: project.id), random: random)
        try await store.write { transaction in
            for (index, user) in users.enumerated() {
                do {
                    try importer.insert(user, into: transaction)
                } catch let conflict as StoreConflict {
                    throw EmulatorImportError("accounts.json, user \(index + 1): its \(conflict.subject.rawValue) belongs to another user.")
                } catch let error as SignInError {
                    throw EmulatorImportError("accounts.json, user \(index + 1): \(error.message ?? error.code.rawValue)")
                }
            }
        }
        let withoutPassword = users.count { user in
            user.passwordHash.unlessEmpty.map { InsecureFakeHash.parse($0, salt: user.salt.unlessEmpty) == nil } ?? false
        }
        return (users.count, withoutPassword)
    }

    /// Applies the settings of a `config.json`.
    ///
    /// - Throws: ``EmulatorImportError``.
    public func take(configuration file: Data) async throws {
        guard let config = try? WireDecoder.decode(EmulatorConfig.self, from: Array(file)) else {
            throw EmulatorImportError("config.json cannot be read.")
        }
        var project = try await projects.standardProject()
        config.apply(to: &project.settings)
        let changed = project
        try await store.write { try $0.update(changed) }
    }

    private struct AccountsFile: Codable {
        var kind: String?
        var users: [UserInfo]?
    }
}

/// An import error, with a message for users.
public struct EmulatorImportError: Error, Equatable, CustomStringConvertible {
    /// The reason why the import failed.
    public let description: String

    /// Creates an error with a message.
    public init(_ description: String) {
        self.description = description
    }
}
