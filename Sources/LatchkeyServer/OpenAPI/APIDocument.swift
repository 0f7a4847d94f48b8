import HTTPTypes

/// An OpenAPI 3.1 document.
struct APIDocument: Encodable, Sendable {
    struct Info: Encodable, Sendable {
        let title = "Latchkey"
        let version: String
        let description =
            "Sign-in with Firebase's calls. Each call of Identity Toolkit answers under the names by which Firebase's clients know it."
    }

    struct Server: Encodable, Sendable {
        let url: String
    }

    struct Operation: Encodable, Sendable {
        let summary: String
        let parameters: [Parameter]?
        let requestBody: Body?
        let responses: [String: Reply]
        let security: [[String: [String]]]
    }

    struct Parameter: Encodable, Sendable {
        let name: String
        let `in`: String
        let required: Bool
        let schema: Schema
    }

    struct Content: Encodable, Sendable {
        let schema: Schema
    }

    struct Body: Encodable, Sendable {
        let required: Bool
        let content: [String: Content]
    }

    struct Reply: Encodable, Sendable {
        let description: String
        let content: [String: Content]?
    }

    struct SecurityScheme: Encodable, Sendable {
        let type: String
        var name: String?
        var `in`: String?
        var scheme: String?
    }

    struct Components: Encodable, Sendable {
        let schemas: [String: Schema]
        let securitySchemes = [
            "apiKey": SecurityScheme(type: "apiKey", name: "key", in: "query"),
            "apiKeyHeader": SecurityScheme(type: "apiKey", name: "x-goog-api-key", in: "header"),
            "accessToken": SecurityScheme(type: "http", scheme: "bearer"),
        ]
    }

    let openapi = "3.1.0"
    let info: Info
    let servers: [Server]
    let paths: [String: [String: Operation]]
    let components: Components
}
