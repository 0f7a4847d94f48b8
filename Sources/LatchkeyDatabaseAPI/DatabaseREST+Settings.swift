import Hummingbird
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import LatchkeyWeb

/// The settings below `/.settings`, which only administrators can read and write.
extension DatabaseREST {
    private static let maxRulesBytes = 1024 * 1024
    private static let maxSettingBytes = 4096

    func respond(
        _ input: DatabaseRequest, setting: String, request: Request, from address: String?, database: RealtimeDatabase,
        caller: DatabaseCaller, revision: Int
    ) async throws -> Response {
        guard case .administrator = caller.requester else { throw DatabaseRefusal.permissionDenied }
        if setting == "profile", input.method == .get { return ProfileStream.response(of: database, for: caller) }
        guard let known = Setting(rawValue: setting) else {
            throw DatabaseRefusal(.notFound, "There is no setting \"\(setting.prefix(64))\".")
        }
        switch input.method {
        case .get: return .json(bytes: known.json(of: database, isStrict: input.isStrict))
        case .put:
            let isTrial = input.isDryRun || caller.isSimulated
            let bytes = try await request.bytes(upTo: known == .rules ? Self.maxRulesBytes : Self.maxSettingBytes)
            // A credential that was revoked while the body arrived must not change the rules.
            try await caller.requireGood(since: revision, of: parts.accounts.store, now: parts.accounts.now())
            switch known {
            case .rules: try await keep(rules: bytes, isTrial: isTrial, database: database, by: caller.actor, from: address)
            default:
                let author = ActAuthor(actor: caller.actor ?? "unknown", address: address)
                try await set(known, to: bytes, isTrial: isTrial, database: database, by: author)
            }
            return .json(bytes: Array(#"{"status":"ok"}"#.utf8))
        default: throw DatabaseRefusal(.methodNotAllowed, "Settings are read with GET and written with PUT.")
        }
    }

    private func set(
        _ setting: Setting, to bytes: [UInt8], isTrial: Bool, database: RealtimeDatabase, by author: ActAuthor
    ) async throws {
        let value = try JSONValue(json: bytes)
        @Sendable func edit(_ settings: inout DatabaseSettings) throws {
            switch setting {
            case .rules: break
            case .defaultWriteSizeLimit:
                guard let text = value.string else { throw DatabaseRefusal.bad("The body must be a text in JSON, such as \"unlimited\".") }
                settings.defaultWriteSizeLimit = try DatabaseRequest.writeSizeLimit(text)
            case .strictTriggerValidation:
                guard case .scalar(.boolean(let isStrict)) = value else { throw DatabaseRefusal.bad("The body must be true or false.") }
                settings.strictTriggerValidation = isStrict
            case .sizeLimit: settings.sizeLimit = try Self.sizeLimit(value)
            case .pathSizeLimits: settings.pathSizeLimits = try Self.pathSizeLimits(value)
            }
        }
        if isTrial {
            var settings = database.settings
            try edit(&settings)
        } else {
            _ = try await parts.administration.change(database, by: author, edit)
        }
    }

    private enum Setting: String {
        case rules, defaultWriteSizeLimit, strictTriggerValidation, sizeLimit, pathSizeLimits

        func json(of database: RealtimeDatabase, isStrict: Bool) -> [UInt8] {
            switch self {
            case .rules: Array((isStrict ? database.rules.strictText : database.rules.text).utf8)
            case .defaultWriteSizeLimit: Array("\"\(database.settings.defaultWriteSizeLimit.rawValue)\"".utf8)
            case .strictTriggerValidation: Array("\(database.settings.strictTriggerValidation)".utf8)
            case .sizeLimit: Array("\(database.settings.sizeLimit)".utf8)
            case .pathSizeLimits: Self.json(of: database.settings.pathSizeLimits)
            }
        }

        private static func json(of limits: PathSizeLimits?) -> [UInt8] {
            guard let limits else { return Array("null".utf8) }
            var writer = JSONWriter()
            writer.append(raw: "{")
            for (index, limit) in limits.limits.enumerated() {
                if index > 0 { writer.append(raw: ",") }
                writer.append(quoting: limit.pattern)
                writer.append(raw: ":\(limit.maxBytes)")
            }
            writer.append(raw: "}")
            return writer.bytes
        }
    }

    private static func sizeLimit(_ value: JSONValue) throws(DatabaseRefusal) -> Int {
        guard let bytes = value.number.flatMap({ Int(exactly: $0) }), bytes == 0 || DatabaseSettings.sizeLimitRange.contains(bytes) else {
            let range = DatabaseSettings.sizeLimitRange
            throw .bad("The body must be a number of bytes from \(range.lowerBound) to \(range.upperBound), or 0 for any size.")
        }
        return bytes
    }

    /// - Returns: `nil` for the default of a new database.
    private static func pathSizeLimits(_ value: JSONValue) throws -> PathSizeLimits? {
        if case .scalar(.null) = value { return nil }
        guard case .object(let members) = value else {
            throw DatabaseRefusal.bad(
                #"The body must be an object such as {"/users/$uid": 10485760}, {} for no limits, or null for the default."#)
        }
        var bytes: [String: Int] = [:]
        for (pattern, value) in members {
            // A value that is not a number becomes 0, which is below the minimum.
            bytes[pattern] = value.number.flatMap { Int(exactly: $0) } ?? 0
        }
        do {
            return try PathSizeLimits(bytes)
        } catch {
            throw DatabaseRefusal.bad(error.description)
        }
    }

    /// - Parameter isTrial: Whether to only validate the rules without storing them.
    private func keep(
        rules bytes: [UInt8], isTrial: Bool, database: RealtimeDatabase, by actor: String?, from address: String?
    ) async throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let rules: SecurityRules
        do {
            rules = try SecurityRules(text)
        } catch {
            throw DatabaseRefusal.bad(error.rendered())
        }
        guard !isTrial else { return }
        try await parts.keep(rules, of: database, by: actor, from: address)
    }
}
