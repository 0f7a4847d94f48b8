// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree

/// Finds out which database a request is about, and on whose behalf it comes.
struct DatabaseResolver: Sendable {
    private let parts: DatabaseParts
    private let sessions: Sessions
    private let grant: ServiceAccountGrant

    init(_ parts: DatabaseParts) {
        self.parts = parts
        let server = parts.server
        sessions = Sessions(store: server.store, authority: server.authority, now: server.now, random: server.random)
        grant = ServiceAccountGrant(store: server.store, now: server.now, random: server.random)
    }

    /// The ending that Firebase gives to the name of a project's own database.
    private static let defaultEnding = "-default-rtdb"
    private static let maxNameBytes = 128
    /// An emulator's database begins open, as Firebase's does.
    private static let openRules = """
        {
          "rules": {
            ".read": true,
            ".write": true
          }
        }
        """

    /// - Parameter namespace: `ns` of the query; without it the standard project's own database.
    /// - Throws: `DatabaseRefusal` with 404 for one that does not exist.
    func database(_ namespace: String?) async throws -> RealtimeDatabase {
        let name = namespace.unlessEmpty ?? parts.server.standardProject.rawValue
        guard name.utf8.count <= Self.maxNameBytes else { throw Self.unknown(name) }
        if let id = try await parts.trees.database(named: name), let database = try await parts.directory.database(id) { return database }
        var project = name
        if project.hasSuffix(Self.defaultEnding) { project.removeLast(Self.defaultEnding.count) }
        let id: DatabaseID
        if parts.server.emulation != nil {
            let standard = parts.server.standardProject.rawValue
            id = DatabaseID(project: standard, name: project == standard ? project : name)
        } else if try await exists(project) {
            id = DatabaseID(project: project, name: project)
        } else {
            throw Self.unknown(name)
        }
        let rules = parts.server.emulation == nil ? SecurityRules.ownUsersOnly.text : Self.openRules
        guard let database = try await parts.directory.database(id, making: rules) else { throw Self.unknown(name) }
        return database
    }

    private static func unknown(_ name: String) -> DatabaseRefusal {
        DatabaseRefusal(.notFound, "There is no database \"\(name.prefix(64))\".")
    }

    private func exists(_ project: String) async throws -> Bool {
        try await parts.server.store.read { try $0.project(ProjectID(rawValue: project)) } != nil
    }

    /// Whom a credential stands for, at a database of that project.
    ///
    /// - Parameters:
    ///   - token: `auth` of the query: an ID token.
    ///   - accessToken: `access_token`, or what `Authorization` bears: a service account's.
    ///   - override: what an administrator wants to be for the rules.
    /// - Throws: `DatabaseRefusal` with 401.
    func caller(token: String?, accessToken: String?, override: JSONValue?, project: String) async throws -> DatabaseCaller {
        if let accessToken {
            try await requireAdministrator(accessToken, of: project)
            return DatabaseCaller(requester: override.map { .user(AuthValue($0)) } ?? .administrator)
        }
        guard let token else { return .nobody }
        return try await user(token, of: ProjectID(rawValue: project))
    }

    /// As a socket sends it: one credential, which tells by its form what it is.
    func caller(credential: String, override: JSONValue?, project: String) async throws -> DatabaseCaller {
        let isToken = credential.split(separator: ".", omittingEmptySubsequences: false).count == 3
        return try await caller(
            token: isToken ? credential : nil, accessToken: isToken ? nil : credential, override: override, project: project)
    }

    private func requireAdministrator(_ token: String, of project: String) async throws {
        if parts.server.emulation != nil, token == "owner" { return }
        guard let access = try await grant.access(by: token), access.project.id.rawValue == project else { throw DatabaseRefusal.badToken }
    }

    private func user(_ token: String, of id: ProjectID) async throws -> DatabaseCaller {
        guard let project = try await parts.server.store.read({ try $0.project(id) }) else { throw DatabaseRefusal.badToken }
        do {
            let holder = try await sessions.check(token, from: Caller(project: project))
            return DatabaseCaller(requester: .user(AuthValue(current: holder.claims)), expiresAt: holder.claims.expiresAt)
        } catch is TenantNotFound {
            throw DatabaseRefusal.badToken
        } catch let error as SignInError {
            throw error.code == .tokenExpired ? DatabaseRefusal.expiredToken : DatabaseRefusal.badToken
        }
    }
}

extension AuthValue {
    /// What `auth` is in rules for an ID token: `uid`, `provider` in its short form, and all claims as `token`.
    init(current claims: IDTokenClaims) {
        self = .current(
            uid: claims.subject.rawValue, provider: claims.firebase.signInProvider,
            token: Dictionary(claims.members.map { ($0.name, AuthValue($0.value)) }, uniquingKeysWith: { first, _ in first }))
    }

    private init(_ value: ClaimValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let value): .boolean(value)
            case .integer(let value): .number(Double(value))
            case .number(let value): .number(value)
            case .string(let value): .string(value)
            case .array(let values): .list(values.map { AuthValue($0) })
            case .object(let members): .map(members.mapValues { AuthValue($0) })
            }
    }
}
