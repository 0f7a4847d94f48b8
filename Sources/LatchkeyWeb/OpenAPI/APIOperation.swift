package import HTTPTypes

/// An operation of the server, as described in the OpenAPI document.
package struct APIOperation: Sendable {
    /// The credential that an operation requires.
    package enum Access: Sendable {
        case anyone
        /// The API key of an app's project.
        case apiKey
        /// The access token of a service account.
        case administrator
    }

    /// The request body or query.
    package enum Input: Sendable {
        case nothing
        case query(any (Decodable & Sendable).Type)
        case json(any (Decodable & Sendable).Type)
        /// JSON or form-encoded.
        case jsonOrForm(any (Decodable & Sendable).Type)
        case form([String])
    }

    /// The response of a successful request.
    package enum Output: Sendable {
        case json(any (Decodable & Sendable).Type)
        /// A JSON object without a defined type.
        case object
        case page
        case redirect
        /// JSON, or a redirect to a URL that the request contains.
        case jsonOrRedirect(any (Decodable & Sendable).Type)
        case other(contentType: String)
    }

    /// The format of error responses.
    package enum Refusal: Sendable {
        /// Google's error format.
        case envelope
        /// A separate format, or Google's for errors that occur before the operation handles the request.
        case own(any (Decodable & Sendable).Type)
    }

    package let method: HTTPRequest.Method
    /// The path in the router's syntax, for example `/v1/projects/:project/accounts`.
    package let path: String
    package let summary: String
    package let access: Access
    package let input: Input
    package let output: Output
    /// Query parameters in addition to those of ``input``.
    package var query: [String] = []
    package var refusal = Refusal.envelope
    /// Further error statuses: 403 if requests from pages of other origins are rejected, 503 if the operation depends on a provider or the
    /// store.
    package var furtherRefusals: Set<Int> = []
    /// Whether pages of every origin may call the operation (CORS): calls with a credential that browsers do not send by themselves.
    package private(set) var isOpenToPages: Bool

    package init(
        method: HTTPRequest.Method, path: String, summary: String, access: Access, input: Input, output: Output, query: [String] = [],
        refusal: Refusal = Refusal.envelope, furtherRefusals: Set<Int> = []
    ) {
        self.method = method
        self.path = path
        self.summary = summary
        self.access = access
        self.input = input
        self.output = output
        self.query = query
        self.refusal = refusal
        self.furtherRefusals = furtherRefusals
        isOpenToPages = access != .anyone
    }

    /// All error statuses.
    var refusals: Set<Int> {
        let always: Set<Int> =
            switch access {
            case .anyone: []
            case .apiKey: [403]
            case .administrator: [401, 403]
            }
        return always.union(furtherRefusals).union([400, 404, 413, 429, 500])
    }

    /// The operation, open to pages of every origin although it requires no credential.
    package func openToPages() -> APIOperation {
        var operation = self
        operation.isOpenToPages = true
        return operation
    }

    package func refusing(with status: Int, as refusal: Refusal = .envelope) -> APIOperation {
        var operation = self
        operation.furtherRefusals.insert(status)
        operation.refusal = refusal
        return operation
    }
}

extension APIOperation {
    /// Returns the description of a status.
    package static func meaning(of status: Int) -> String {
        switch status {
        case 200: "Success."
        case 303: "Redirect."
        case 400: "The request was rejected. The message begins with the error code."
        case 401: "The access token is missing, invalid or expired."
        case 403: "The API key is missing, the access token is for another project, or the request is from a page of another origin."
        case 404: "Not found."
        case 413: "The request is too large."
        case 501: "Not available in the emulator."
        case 503: "A provider or the server's store is unavailable."
        case 429: "Too many attempts. `Retry-After` contains the seconds until the next attempt."
        default: "Internal server error."
        }
    }
}
