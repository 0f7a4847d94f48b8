import HTTPTypes

/// An OpenAPI 3.1 document.
package struct APIDocument: Encodable, Sendable {
    package struct Info: Encodable, Sendable {
        package let title = "Latchkey"
        package let version: String
        package let description =
            "Sign-in with Firebase's API. Each call of Identity Toolkit is available at all paths that Firebase's clients use."
    }

    package struct Server: Encodable, Sendable {
        package let url: String
    }

    package struct Operation: Encodable, Sendable {
        package let summary: String
        package let parameters: [Parameter]?
        let requestBody: Body?
        let responses: [String: Reply]
        let security: [[String: [String]]]
    }

    package struct Parameter: Encodable, Sendable {
        package let name: String
        package let `in`: String
        package let required: Bool
        package let schema: Schema
    }

    package struct Content: Encodable, Sendable {
        package let schema: Schema
    }

    struct Body: Encodable, Sendable {
        package let required: Bool
        package let content: [String: Content]
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
    }

    package struct Components: Encodable, Sendable {
        package let schemas: [String: Schema]
        let securitySchemes = [
            "apiKey": SecurityScheme(type: "apiKey", name: "key", in: "query"),
            "apiKeyHeader": SecurityScheme(type: "apiKey", name: "x-goog-api-key", in: "header"),
            "accessToken": SecurityScheme(type: "http", scheme: "bearer"),
        ]
    }

    package let openapi = "3.1.0"
    package let info: Info
    package let servers: [Server]
    package let paths: [String: [String: Operation]]
    package let components: Components
}
