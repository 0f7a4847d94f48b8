import Foundation
import LatchkeyIdentity

extension Administrator {
    func addMasterKey(to routes: OperatorRoutes) {
        routes.on(.get, "/v2/masterKey") { _ in try await description() }
        routes.on(.post, "/v2/masterKey:check") { _ in masterKey.finding() }
        routes.on(.post, "/v2/masterKey:rotate") { _ in
            try await masterKey.begin()
            // The worker of a running server continues.
            if running == nil { try await complete() }
            return try await description()
        }
    }

    private func complete() async throws {
        _ = try await masterKey.seal()
        _ = try await masterKey.finish()
    }

    private func description() async throws -> MasterKeyDescription {
        let counts = try await masterKey.counts()
        return MasterKeyDescription(
            id: masterKey.currentID, source: masterKey.source.place, previousID: masterKey.previousID,
            removesPreviousKey: masterKey.removesPreviousKey, removalAdvice: masterKey.removalAdvice, secrets: counts.current,
            secretsUnderPreviousKey: counts.previous,
            secretsUnderOtherKeys: counts.others)
    }
}

/// The master key of a data folder, without the key itself.
struct MasterKeyDescription: Codable, Sendable {
    /// The first eight hexadecimal digits of a hash of the key.
    var id: String
    /// Where the key comes from.
    var source: String
    /// The ID of the key that is being replaced; `nil` if there is none.
    var previousID: String?
    /// Whether the previous key is removed from the source when it is no longer used.
    var removesPreviousKey: Bool
    /// The instruction for removing a previous key that is no longer used; `nil` if the server removes it.
    var removalAdvice: String?
    /// The number of stored secrets under the key.
    var secrets: Int
    var secretsUnderPreviousKey: Int
    /// The number of secrets that cannot be decrypted with these keys.
    var secretsUnderOtherKeys: Int

    /// One line for each fact.
    var lines: [String] {
        var facts = [("Master key", id), ("Source", source), ("Secrets", "\(secrets)")]
        if let previousID {
            let left = secretsUnderPreviousKey
            facts.append(("Previous key", previousID + ", " + Count.text(left, "secret") + " left"))
            if left == 0 {
                facts.append(("", removalAdvice.map { "This data folder no longer uses it. \($0)" } ?? "The server removes it shortly."))
            }
        }
        if secretsUnderOtherKeys > 0 {
            facts.append(("Unknown keys", Count.text(secretsUnderOtherKeys, "secret") + " cannot be decrypted"))
        }
        return facts.map { $0.0.padding(toLength: 14, withPad: " ", startingAt: 0) + $0.1 }
    }
}

/// The master key in the status of a server.
struct MasterKeyState: Codable, Sendable {
    var id: String
    /// The key that is being replaced; `nil` if there is none.
    var previousID: String?
    /// Whether no secret is sealed with the previous key, and the operator can remove it.
    var previousIsUnused: Bool
    /// How the operator removes it; `nil` if the server does.
    var removalAdvice: String?
    /// The number of secrets that cannot be decrypted.
    var unreadable: Int

    init(_ replacement: MasterKeyReplacement) {
        id = replacement.currentID
        previousID = replacement.previousID
        previousIsUnused = replacement.previousIsUnused
        removalAdvice = previousIsUnused ? replacement.removalAdvice : nil
        unreadable = replacement.unreadable
    }

    /// The state in a line.
    var text: String {
        var text = id
        if let previousID {
            text +=
                previousIsUnused
                ? "; \(previousID) is no longer used by this data folder and can be removed. \(removalAdvice ?? "")"
                : ", which replaces \(previousID)"
        }
        if unreadable > 0 { text += "; " + Count.text(unreadable, "secret") + " cannot be decrypted" }
        return text
    }
}
