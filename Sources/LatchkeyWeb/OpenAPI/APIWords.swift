package import LatchkeyWire

/// The words that describe an operation in the OpenAPI document. They stand beside the route that they describe.
package struct APIWords: Sendable {
    /// The `operationId`, from which generators derive names; `nil` for one of the method and the path.
    ///
    /// The first path of a call has this ID. Its further paths have IDs of their method and path, and refer to the first one.
    package var id: String?
    package var tag: APITag?
    /// A phrase without a period.
    package var summary: String
    /// Sentences in Markdown.
    package var details: String?
    /// The members of a JSON body without which the call always fails.
    package var required: Set<String> = []
    /// The codes with which messages of status 400 begin.
    package var errors: [WireErrorCode] = []
    /// An example of the body, as JSON.
    package var request: String?
    /// An example of a successful response, as JSON.
    package var reply: String?

    package init(
        _ id: String?, _ tag: APITag?, _ summary: String, _ details: String? = nil, required: Set<String> = [],
        errors: [WireErrorCode] = [], request: String? = nil, reply: String? = nil
    ) {
        self.id = id
        self.tag = tag
        self.summary = summary
        self.details = details
        self.required = required
        self.errors = errors
        self.request = request
        self.reply = reply
    }

    /// The words for the same call in a tenant of the project.
    package var inTenant: APIWords {
        var words = self
        words.id = id.map { $0 + "InTenant" }
        words.summary += " (tenant)"
        return words
    }
}

extension [WireErrorCode] {
    /// The errors of calls with an ID token.
    package static let session: Self = [.invalidIDToken, .tokenExpired, .userDisabled, .userNotFound, .tenantIDMismatch]
}
