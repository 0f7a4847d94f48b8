package import HTTPTypes

/// One thing that can be asked of the server, as the document tells it.
package struct APIOperation: Sendable {
    /// Who may ask.
    package enum Access: Sendable {
        case anyone
        /// An app, by its project's API key.
        case apiKey
        /// A service account, by its access token.
        case administrator
    }

    /// What is sent.
    package enum Ask: Sendable {
        case nothing
        case query(any (Decodable & Sendable).Type)
        case json(any (Decodable & Sendable).Type)
        /// JSON or a form.
        case jsonOrForm(any (Decodable & Sendable).Type)
        case form([String])
    }

    /// What comes back when all is well.
    package enum Answer: Sendable {
        case json(any (Decodable & Sendable).Type)
        /// JSON of no type of ours.
        case object
        case page
        case redirect
        /// JSON, or the way to an address that the request named.
        case jsonOrRedirect(any (Decodable & Sendable).Type)
        case other(contentType: String)
    }

    /// The form of what comes back when something is refused.
    package enum Refusal: Sendable {
        /// Google's.
        case envelope
        /// A form of its own, but Google's for what is refused before it is known what was asked.
        case own(any (Decodable & Sendable).Type)
    }

    package let method: HTTPRequest.Method
    /// As the router writes it, for example `/v1/projects/:project/accounts`.
    package let path: String
    package let summary: String
    package let access: Access
    package let ask: Ask
    package let answer: Answer
    /// Parameters in the address besides what ``ask`` says.
    package var query: [String] = []
    package var refusal = Refusal.envelope
    /// 403 where a page of elsewhere is turned away, 503 where something else has to work: a provider, the store.
    package var furtherRefusals: Set<Int> = []

    package init(
        method: HTTPRequest.Method, path: String, summary: String, access: Access, ask: Ask, answer: Answer, query: [String] = [],
        refusal: Refusal = Refusal.envelope, furtherRefusals: Set<Int> = []
    ) {
        self.method = method
        self.path = path
        self.summary = summary
        self.access = access
        self.ask = ask
        self.answer = answer
        self.query = query
        self.refusal = refusal
        self.furtherRefusals = furtherRefusals
    }

    /// Those of refusals.
    var refusals: Set<Int> {
        let always: Set<Int> =
            switch access {
            case .anyone: []
            case .apiKey: [403]
            case .administrator: [401, 403]
            }
        return always.union(furtherRefusals).union([400, 404, 413, 429, 500])
    }

    package func refusing(with status: Int, as refusal: Refusal = .envelope) -> APIOperation {
        var operation = self
        operation.furtherRefusals.insert(status)
        operation.refusal = refusal
        return operation
    }
}

extension APIOperation {
    /// Said once about every status.
    package static func meaning(of status: Int) -> String {
        switch status {
        case 200: "What was asked for."
        case 303: "Goes on elsewhere."
        case 400: "Refused; the message begins with the code."
        case 401: "The access token is missing, wrong or over."
        case 403: "The API key is missing, the access token is for another project, or a page of elsewhere asks."
        case 404: "There is nothing under this name."
        case 413: "Too long."
        case 501: "Not there in an emulator."
        case 503: "A provider cannot be reached, or the server's own store."
        case 429: "Too many attempts; `Retry-After` says when to try again."
        default: "The server's own trouble."
        }
    }
}
