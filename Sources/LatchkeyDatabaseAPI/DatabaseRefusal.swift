package import HTTPTypes
import Hummingbird
package import LatchkeyRealtime
package import LatchkeyTree
import LatchkeyWeb
import Logging

/// A refusal in the words that Firebase's clients look for: `{"error": "Permission denied"}`.
package struct DatabaseRefusal: Error {
    package let status: HTTPResponse.Status
    package let message: String
    /// Sent in place of the message: what is there, for who believed something else to be there and may read it.
    var current: Node?
    /// For the log alone.
    var cause: String?
    /// The name under which the operator finds out why the rules denied it.
    var decision: DecisionID?
    /// When to try again; nil if that is not known.
    package var retryAfterSeconds: Int?

    static let decisionHeader = HTTPField.Name("x-latchkey-decision")

    package init(_ status: HTTPResponse.Status, _ message: String) {
        self.status = status
        self.message = message
    }

    static let permissionDenied = DatabaseRefusal(.unauthorized, "Permission denied")
    static let badToken = DatabaseRefusal(.unauthorized, "Could not parse auth token.")
    static func badToken(_ cause: String?) -> DatabaseRefusal {
        var refusal = badToken
        refusal.cause = cause
        return refusal
    }

    /// - Parameter wait: the time until the network may send again.
    static func sentTooMuch(wait: Duration) -> DatabaseRefusal {
        var refusal = DatabaseRefusal(
            .tooManyRequests, "Your network has sent too much to the databases of this server (database-write-rate). Try again later.")
        refusal.retryAfterSeconds = max(1, Int(wait.components.seconds) + 1)
        return refusal
    }

    static let expiredToken = DatabaseRefusal(.unauthorized, "Auth token is expired")
    /// In Firebase's words, by which its tool knows that it has to write, or remove, in parts.
    static let tooBig = bad(
        "WRITE_TOO_BIG: Data to write exceeds the maximum size that can be modified with a single request.")
    package static func bad(_ message: String) -> DatabaseRefusal { DatabaseRefusal(.badRequest, message) }

    /// In Firebase's words, which libraries look for.
    static func missingIndex(_ query: Query, at path: TreePath) -> DatabaseRefusal {
        .bad("Index not defined, add \".indexOn\": \"\(query.order.indexName ?? "")\", for path \"\(path)\", to the rules")
    }

    /// The status that Firebase's REST interface uses for a database beyond its limits (RFC 9110, 15.5.3).
    static let beyondLimits = HTTPResponse.Status(code: 402, reasonPhrase: "Payment Required")

    package init(_ error: DatabaseError) {
        switch error {
        case .denied(let decision):
            self = .permissionDenied
            self.decision = decision
        case .stale(let current):
            self.init(.preconditionFailed, "ETag mismatch")
            self.current = current
        case .tree(let error): self = .bad(error.description)
        case .tooLarge(let excess): self.init(Self.beyondLimits, excess.description)
        case .overlappingPaths(let first, let second):
            self = .bad("Path \(second) lies within \(first); one update changes each place once.")
        case .indexMissing(let query, let path): self = .missingIndex(query, at: path)
        case .unavailable: self.init(.serviceUnavailable, "The data could not be written. Try again.")
        }
    }

    /// What is wrong with it is the operator's to know.
    package init(_ error: UnreadableDatabase) {
        self.init(.internalServerError, "The database \"\(error.database.name)\" cannot be opened. The server's log says why.")
        cause = "\(error)"
    }

    var response: Response {
        guard let current else {
            var writer = JSONWriter()
            writer.append(member: "error", message)
            var response = Response.json(bytes: writer.bytes, status: status)
            if let retryAfterSeconds { response.headers[.retryAfter] = String(retryAfterSeconds) }
            if let decision, let header = Self.decisionHeader { response.headers[header] = decision.rawValue }
            return response
        }
        var response = Response.json(bytes: current.jsonBytes(), status: status)
        response.headers[.eTag] = current.entityTag
        return response
    }
}

extension UnreadableDatabase {
    /// For the log.
    var metadata: Logger.Metadata {
        ["database": "\(database)", "sequence": "\(sequence.map { "\($0)" } ?? "-")", "why": "\(cause)"]
    }
}

extension TreeLimits {
    /// Of what one request brings.
    static func of(_ requester: Requester) -> TreeLimits {
        if case .administrator = requester { .standard } else { .oneRequest }
    }
}

extension JSONWriter {
    /// An object with one text.
    mutating func append(member name: String, _ text: String) {
        append(raw: "{")
        append(quoting: name)
        append(raw: ":")
        append(quoting: text)
        append(raw: "}")
    }
}

extension Node {
    /// What `ETag` says of it: its hash, or a word for nothing.
    var entityTag: String { isEmpty ? "null_etag" : hash }
}
