import HTTPTypes
import LatchkeySecrets

/// An OpenAPI 3.1 document.
package struct APIDocument: Encodable, Sendable {
    package struct Info: Encodable, Sendable {
        package let title = "Latchkey"
        package let version: String
        package let summary = "Sign-in and realtime databases with Firebase's API."
        package let description = """
            Each call of Identity Toolkit and Secure Token is available at all paths that Firebase's clients use. Each call is described \
            once, at its first path, and calls for tenants once more; the operations in “Other paths” refer to it.

            An error is an object with the member `error`, which contains the HTTP status as `code`, and a `message`. Most messages of \
            status 400 begin with an error code, such as `EMAIL_EXISTS`, and text after ` : ` is a detail for people; others are a \
            sentence. Errors of the database are an object with the text of the error in `error`, and those of `/oauth2/token` have the \
            form of RFC 6749.
            """
    }

    package struct Server: Encodable, Sendable {
        package let url: String
        var description: String?
    }

    package struct Tag: Encodable, Sendable {
        package let name: String
        package let description: String
    }

    /// The operations of a path, by their methods in lowercase.
    package struct PathItem: Encodable, Sendable {
        package var operations: [String: Operation] = [:]
        /// The servers of this path, if they are not those of the document.
        var servers: [Server]?

        package func encode(to encoder: any Encoder) throws {
            try operations.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(servers, forKey: .servers)
        }

        private enum CodingKeys: String, CodingKey { case servers }
    }

    package struct Operation: Encodable, Sendable {
        package let operationId: String
        package let tags: [String]?
        package let summary: String
        package let description: String?
        package let parameters: [Parameter]?
        let requestBody: Body?
        let responses: [String: Reply]
        let security: [[String: [String]]]
    }

    package struct Parameter: Encodable, Sendable {
        package let name: String
        package let `in`: String
        var description: String?
        package let required: Bool
        package let schema: Schema
    }

    package struct Content: Encodable, Sendable {
        package struct Example: Encodable, Sendable {
            let value: AnyJSON
        }

        package let schema: Schema
        var example: AnyJSON?
        var examples: [String: Example]?
    }

    struct Body: Encodable, Sendable {
        package let required: Bool
        package var content: [String: Content]
    }

    package struct Reply: Encodable, Sendable {
        package let description: String
        package let content: [String: Content]?
    }

    struct SecurityScheme: Encodable, Sendable {
        package let type: String
        package var name: String?
        package var `in`: String?
        package var scheme: String?
        let description: String
    }

    package struct Components: Encodable, Sendable {
        package let schemas: [String: Schema]
        let securitySchemes = [
            "apiKey": SecurityScheme(
                type: "apiKey", name: "key", in: "query", description: "The API key of an app's project. It identifies the project."),
            "apiKeyHeader": SecurityScheme(type: "apiKey", name: "x-goog-api-key", in: "header", description: "The API key, as a header."),
            "accessToken": SecurityScheme(
                type: "http", scheme: "bearer",
                description: "The access token of a service account, from `POST /oauth2/token`. It is valid for one hour."),
            "databaseToken": SecurityScheme(
                type: "apiKey", name: "auth", in: "query",
                description: "The ID token of a user, whose claims the rules see as `auth`, or a database secret."),
        ]
    }

    package let openapi = "3.1.0"
    package let info: Info
    package let servers: [Server]
    package let tags: [Tag]
    package let paths: [String: PathItem]
    package let components: Components
}
