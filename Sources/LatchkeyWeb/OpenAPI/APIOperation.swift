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
        /// What the rules of a database allow, with or without a token.
        case rules
    }

    /// The request body or query.
    package enum Input: Sendable {
        case nothing
        case query(any (Decodable & Sendable).Type)
        case json(any (Decodable & Sendable).Type)
        /// Any JSON value.
        case anyJSON
        case form([String])
    }

    /// The response of a successful request.
    package enum Output: Sendable {
        case json(any (Decodable & Sendable).Type)
        /// A JSON object without a defined type.
        case object
        /// Any JSON value.
        case anyJSON
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
        /// A separate format for all errors.
        case only(any (Decodable & Sendable).Type)
    }

    package let method: HTTPRequest.Method
    /// The path in the router's syntax, for example `/v1/projects/:project/accounts`.
    package let path: String
    package var words: APIWords
    package let access: Access
    package let input: Input
    package let output: Output
    /// Query parameters in addition to those of ``input``.
    package var query: [String] = []
    /// Further query parameters and headers, with descriptions.
    package var parameters: [APIParameter] = []
    package var refusal = Refusal.envelope
    /// Further statuses of success, without a body.
    package var furtherSuccesses: Set<Int> = []
    /// Further error statuses: 403 if requests from pages of other origins are rejected, 503 if the operation depends on a provider or the
    /// store.
    package var furtherRefusals: Set<Int> = []
    /// Whether an empty body stands for an empty object.
    package var acceptsEmptyBody = false
    /// Whether pages of every origin may call the operation (CORS): calls with a credential that browsers do not send by themselves.
    package private(set) var isOpenToPages: Bool

    package init(
        method: HTTPRequest.Method, path: String, words: APIWords, access: Access, input: Input, output: Output, query: [String] = [],
        refusal: Refusal = Refusal.envelope, furtherRefusals: Set<Int> = []
    ) {
        self.method = method
        self.path = path
        self.words = words
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
            case .apiKey: [403, 503]
            case .administrator: method == .get ? [401, 403, 503] : [401, 403, 409, 503]
            case .rules: [401, 402, 502, 503]
            }
        return always.union(furtherRefusals).union([400, 404, 413, 429, 500])
    }

    /// The operation, open to pages of every origin although it requires no credential.
    package func openToPages() -> APIOperation {
        var operation = self
        operation.isOpenToPages = true
        return operation
    }

    /// The operation with a description.
    package func described(_ details: String) -> APIOperation {
        var operation = self
        operation.words.details = details
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
        case 204: "Success, without a body."
        case 303: "Redirect."
        case 304: "The data has the ETag of the request."
        case 400: "The request was rejected."
        case 401: "The token is missing, invalid or expired; of a database, its rules do not allow the request."
        case 402: "The database would exceed one of its limits."
        case 403: "The API key is missing, the access token is for another project, or the request is from a page of another origin."
        case 404: "Not found."
        case 409: "The resource was changed meanwhile, or has the requested state already."
        case 412: "The ETag of `if-match` is not the current one. The response contains the current data and its ETag."
        case 413: "The request is too large."
        case 502: "A node was lost during a write, which may have been executed."
        case 501: "Not available in the emulator."
        case 503: "A provider or the server's store is unavailable."
        case 429: "Too many attempts. `Retry-After` contains the seconds until the next attempt."
        default: "Internal server error."
        }
    }
}
