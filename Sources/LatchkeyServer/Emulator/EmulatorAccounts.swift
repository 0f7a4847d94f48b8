import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The accounts and the settings of the standard project, in the form of the Firebase Auth Emulator's exports.
///
/// Seeds of programs that make codes, and passkeys, have no place in that form and are left out.
public struct EmulatorAccounts: Sendable {
    let projects: EmulatedProjects
    let providers: EmulatedProviders
    let store: any AccountStore
    let random: RandomTokens

    public static let maxBytes = 268_435_456
    private static let pageSize = 500

    /// - Precondition: The parts are an emulator's.
    public init(_ parts: ServerParts) {
        guard let emulation = parts.emulation else { preconditionFailure("these parts are no emulator's") }
        let emulator = Emulator(emulation, parts: parts)
        projects = emulator.projects
        providers = emulator.providers
        store = parts.store
        random = parts.random
    }

    /// `accounts.json`.
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

    /// `config.json`.
    public func exportedConfiguration() async throws -> Data {
        Data(try WireEncoder.encode(EmulatorConfig(try await projects.standardProject().settings)))
    }

    /// Adds the accounts of an `accounts.json`, all or none.
    ///
    /// - Returns: How many there were, and how many of them lost a password that only its own parameters could check.
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
                    throw EmulatorImportError("accounts.json, user \(index + 1): its \(conflict.subject.rawValue) is another user's.")
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

    /// Takes the settings of a `config.json`.
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

/// Why an export cannot be taken in, for a person.
public struct EmulatorImportError: Error, Equatable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
