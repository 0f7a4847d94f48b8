// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree

/// What is below `/.settings`: for administrators alone.
extension DatabaseREST {
    private static let maxRulesBytes = 1024 * 1024
    private static let maxSettingBytes = 4096

    func answer(
        _ ask: DatabaseAsk, setting: String, request: Request, database: RealtimeDatabase, caller: DatabaseCaller,
        revision: Int
    ) async throws -> Response {
        guard case .administrator = caller.requester else { throw DatabaseRefusal.permissionDenied }
        if setting == "profile", ask.method == .get { return ProfileStream.response(of: database, for: caller) }
        guard let known = Setting(rawValue: setting) else {
            throw DatabaseRefusal(.notFound, "There is no setting \"\(setting.prefix(64))\".")
        }
        switch ask.method {
        case .get: return .json(bytes: known.json(of: database, isStrict: ask.isStrict))
        case .put:
            let isTrial = ask.isDryRun || caller.isSimulated
            let bytes = try await request.bytes(upTo: known == .rules ? Self.maxRulesBytes : Self.maxSettingBytes)
            // Whoever ends a credential must not find the rules changed by it afterwards.
            try await caller.requireGood(since: revision, of: parts.server.store, now: parts.server.now())
            switch known {
            case .rules: try await keep(rules: bytes, isTrial: isTrial, database: database, by: caller.actor)
            case .defaultWriteSizeLimit:
                var settings = database.settings
                guard let text = try JSONValue(json: bytes).string else {
                    throw DatabaseRefusal.bad("The body must be a text in JSON, such as \"unlimited\".")
                }
                settings.defaultWriteSizeLimit = try DatabaseAsk.writeSizeLimit(text)
                if !isTrial { try await database.replace(settings: settings) }
            case .strictTriggerValidation:
                var settings = database.settings
                guard case .scalar(.boolean(let isStrict)) = try JSONValue(json: bytes) else {
                    throw DatabaseRefusal.bad("The body must be true or false.")
                }
                settings.strictTriggerValidation = isStrict
                if !isTrial { try await database.replace(settings: settings) }
            }
            return .json(bytes: Array(#"{"status":"ok"}"#.utf8))
        default: throw DatabaseRefusal(.methodNotAllowed, "Settings are read with GET and written with PUT.")
        }
    }

    private enum Setting: String {
        case rules, defaultWriteSizeLimit, strictTriggerValidation

        func json(of database: RealtimeDatabase, isStrict: Bool) -> [UInt8] {
            switch self {
            case .rules: Array((isStrict ? database.rules.strictText : database.rules.text).utf8)
            case .defaultWriteSizeLimit: Array("\"\(database.settings.defaultWriteSizeLimit.rawValue)\"".utf8)
            case .strictTriggerValidation: Array("\(database.settings.strictTriggerValidation)".utf8)
            }
        }
    }

    /// - Parameter isTrial: says what is wrong with them, and keeps nothing.
    private func keep(rules bytes: [UInt8], isTrial: Bool, database: RealtimeDatabase, by actor: String?) async throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let rules: SecurityRules
        do {
            rules = try SecurityRules(text)
        } catch {
            throw DatabaseRefusal.bad(error.rendered())
        }
        guard !isTrial else { return }
        try await parts.keep(rules, of: database, by: actor, from: nil)
    }
}
