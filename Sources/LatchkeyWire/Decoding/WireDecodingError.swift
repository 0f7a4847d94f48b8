import LatchkeySecrets

/// The error for a body that cannot be decoded, with the location of the problem.
public struct WireDecodingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of error, as in `errors[0].reason`.
    public enum Kind: String, Sendable {
        /// The bytes are not valid JSON, or not a valid form.
        case syntax = "parseError"
        /// A member has the wrong type.
        case field = "invalid"
        /// The body is longer or nested deeper than allowed.
        case limit = "tooLarge"
    }

    /// The kind of error.
    public var kind: Kind
    /// The path of the invalid member, for example `/mfaInfo/0/phoneInfo`; `/` is the body itself.
    public var path: String
    /// The problem, for example `must be a string`.
    public var problem: String

    private static let wholeBody = "/"

    /// Creates an error. Without a path it applies to the body itself.
    package init(_ kind: Kind, path: String = "/", problem: String) {
        self.kind = kind
        self.path = path
        self.problem = problem
    }

    /// The message for the error envelope.
    public var message: String {
        "Invalid JSON payload received. \(path == Self.wholeBody ? "The body" : path) \(problem)"
    }

    /// The value for `errors[0].reason`.
    public var reason: String { kind.rawValue }

    /// The message for the error envelope.
    public var description: String { message }

    /// Returns the error for a member or a parameter that appears twice.
    static func repeated(_ name: String) -> WireDecodingError { WireDecodingError(JSONError.repeated([name])) }

    private static let maxNameCharacters = 64

    init(_ error: JSONError) {
        switch error {
        case .invalid: self.init(.syntax, problem: error.problem)
        case .depth: self.init(.limit, problem: error.problem)
        // An intermediary, such as a firewall, may have checked the other one.
        case .repeated(let path):
            self.init(.field, path: path.map { "/" + $0.prefix(Self.maxNameCharacters) }.joined(), problem: error.problem)
        }
    }

    init(_ kind: Kind, at codingPath: [any CodingKey], problem: String) {
        let path = codingPath.map { key in
            "/" + (key.intValue.map(String.init) ?? String(key.stringValue.prefix(Self.maxNameCharacters)))
        }
        self.init(kind, path: path.isEmpty ? Self.wholeBody : path.joined(), problem: problem)
    }
}
