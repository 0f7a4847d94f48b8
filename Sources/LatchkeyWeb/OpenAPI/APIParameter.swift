/// A parameter of an operation in its query or its headers, with a description.
package struct APIParameter: Sendable {
    let name: String
    let place: Place
    let schema: Schema
    let description: String

    package enum Place: String, Sendable {
        case query
        case header
    }

    package init(_ name: String, in place: Place = .query, _ description: String, _ schema: Schema = .string) {
        self.name = name
        self.place = place
        self.schema = schema
        self.description = description
    }

    /// What the parameters of paths stand for.
    static let ofPaths = [
        "project": "The ID of the project, for example `default`.", "tenant": "The ID of the tenant.",
        "id": "The ID of the resource in its collection, for example `oidc.example`.", "webhook": "The ID of the webhook.",
        "decision": "The ID of the decision, from the header `x-latchkey-decision` of a denied request.",
        "namespace": "The name of the database, which is the ID of its project.", "email": "The address of the account.",
        "provider": "The provider: `twitter`, `github` or `google`.", "app": "The URL scheme of the app.",
        "path": "The location: keys that are separated by `/`, percent-encoded or not.",
    ]
}
