public import LatchkeyRules

/// An operation that the rules denied. Contains data of the database and of the user, so only the operator may see it.
public struct Denial: Codable, Sendable, Equatable {
    /// The ID of the denial.
    public let id: DecisionID
    /// The time in milliseconds since 1970, as `now` in the rules.
    public let at: Double
    /// The project of the database.
    public let project: String
    /// The name of the database.
    public let database: String
    /// The kind of operation.
    public let occasion: Occasion
    /// The paths to be read or changed; only the first ones if there are many.
    public let paths: [String]
    /// The total number of paths.
    public let pathCount: Int
    /// The query parameters as JSON; `nil` for writes and for reads without a query.
    public let query: String?
    /// `auth.uid`, if it is a string.
    public let uid: String?
    /// The `version` of the rules that denied the operation.
    public let rulesVersion: String
    /// `auth` as the rules saw it, as JSON, truncated if it is long.
    public internal(set) var auth: String?
    /// The reason; `nil` if the denial was not explained because of too many denials.
    public internal(set) var explanation: Explanation?

    /// The kind of a denied operation.
    public enum Occasion: String, Codable, Sendable {
        case read, listen, write
        /// Registering an on-disconnect write, or executing it.
        case onDisconnect
        /// Continuing to listen after a change of the data, the rules or the listener's credential.
        case listening
    }
}

extension Denial: CustomStringConvertible {
    /// The explanation as text for the operator.
    public var description: String {
        guard let explanation else {
            return "No explanation is available, because too many operations were denied at the same time. Try again later."
        }
        return explanation.description
    }
}
