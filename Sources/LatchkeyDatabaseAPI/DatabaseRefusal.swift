package import HTTPTypes
import Hummingbird
import LatchkeyIdentity
package import LatchkeyRealtime
package import LatchkeyTree
import LatchkeyWeb
import Logging

/// An error response in the format that Firebase clients expect: `{"error": "Permission denied"}`.
package struct DatabaseRefusal: Error {
    package let status: HTTPResponse.Status
    package let message: String
    /// The current data, sent instead of the message after an ETag mismatch. The client must be allowed to read it.
    var current: Node?
    /// The cause, for the log only.
    var cause: String?
    /// The ID with which the operator finds out why the rules denied the request.
    var decision: DecisionID?
    /// The number of seconds after which to retry; `nil` if unknown.
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

    /// - Parameter wait: The time until the network may send again.
    static func sentTooMuch(wait: Duration) -> DatabaseRefusal {
        var refusal = DatabaseRefusal(
            .tooManyRequests, "Your network has sent too much data to the databases of this server (database-write-rate). Try again later.")
        refusal.retryAfterSeconds = max(1, Int(wait.components.seconds) + 1)
        return refusal
    }

    /// A session over polls ends after 30 seconds without a poll.
    static var tooManyPolls: DatabaseRefusal {
        var refusal = DatabaseRefusal(.serviceUnavailable, "Too many clients use long polling. Try again later.")
        refusal.retryAfterSeconds = 30
        return refusal
    }

    static var tooManyStreams: DatabaseRefusal {
        var refusal = DatabaseRefusal(
            .serviceUnavailable, "Your network has reached its maximum number of web sockets and event streams. Try again later.")
        refusal.retryAfterSeconds = 5
        return refusal
    }

    /// A database is at no node for some seconds when its node has failed.
    static var elsewhere: DatabaseRefusal {
        var refusal = DatabaseRefusal(.serviceUnavailable, "The database is moving to another node. Try again.")
        refusal.retryAfterSeconds = 1
        return refusal
    }

    static var noStore: DatabaseRefusal {
        var refusal = DatabaseRefusal(.serviceUnavailable, "The database cannot be read or written at the moment. Try again.")
        refusal.retryAfterSeconds = StoreTrouble.retryAfterSeconds
        return refusal
    }

    /// The node that has the database got a request, and its response was lost.
    static let unknownOutcome = DatabaseRefusal(
        .badGateway, "The node that has the database did not respond. A write may have been executed.")

    /// A node was sent a request by another one that it does not trust.
    static let untrustedNode = DatabaseRefusal(
        .forbidden, "This node does not trust the one that passed the request on. Add the addresses of all nodes to trusted-proxy.")

    /// The reason for the log if a token was refused.
    var refusedToken: String? {
        guard status == .unauthorized else { return nil }
        return [Self.badToken.message: "INVALID_TOKEN", Self.expiredToken.message: "TOKEN_EXPIRED"][message]
    }

    static let expiredToken = DatabaseRefusal(.unauthorized, "Auth token is expired")
    /// Firebase's message. The Firebase CLI recognizes it, and then splits the write or removal into parts.
    static let tooBig = bad(
        "WRITE_TOO_BIG: Data to write exceeds the maximum size that can be modified with a single request.")
    package static func bad(_ message: String) -> DatabaseRefusal { DatabaseRefusal(.badRequest, message) }

    /// Firebase's message, which client libraries recognize.
    static func missingIndex(_ query: Query, at path: TreePath) -> DatabaseRefusal {
        .bad("Index not defined, add \".indexOn\": \"\(query.order.indexName ?? "")\", for path \"\(path)\", to the rules")
    }

    /// The status with which Firebase's REST API rejects requests to a database beyond its limits (RFC 9110, 15.5.3).
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
        case .removed: self.init(.notFound, "The database was deleted.")
        case .elsewhere: self = .elsewhere
        }
    }

    /// The cause goes only to the log, because it concerns only the operator.
    package init(_ error: UnreadableDatabase) {
        self.init(.internalServerError, "The database \"\(error.database.name)\" cannot be opened. The server's log says why.")
        cause = "\(error)"
    }

    /// The response body without current data.
    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.append(member: "error", message)
        return writer.bytes
    }

    var response: Response {
        guard let current else {
            var response = Response.json(bytes: bytes, status: status)
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
    /// The metadata of the log entry.
    var metadata: Logger.Metadata {
        ["database": "\(database)", "sequence": "\(sequence.map { "\($0)" } ?? "-")", "why": "\(cause)"]
    }
}

extension TreeLimits {
    /// Returns the limits for the data of one request.
    static func of(_ requester: Requester) -> TreeLimits {
        if case .administrator = requester { .standard } else { .oneRequest }
    }
}

extension JSONWriter {
    /// Appends an object with one string member.
    mutating func append(member name: String, _ text: String) {
        append(raw: "{")
        append(quoting: name)
        append(raw: ":")
        append(quoting: text)
        append(raw: "}")
    }
}

extension Node {
    /// The value of the `ETag` header: the hash of the node, or `null_etag` if it is empty.
    var entityTag: String { isEmpty ? "null_etag" : hash }
}
