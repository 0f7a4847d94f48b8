import HTTPTypes
import LatchkeyWire

extension APIDocument {
    package init(_ operations: [APIOperation], version: String, url: String) {
        var book = SchemaBook()
        let envelope = book.schema(of: ErrorReply.self)
        var paths: [String: [String: Operation]] = [:]
        for operation in operations {
            let path = Self.template(operation.path)
            paths[path, default: [:]][operation.method.rawValue.lowercased()] = Operation(operation, envelope: envelope, book: &book)
        }
        self.init(
            info: Info(version: version), servers: [Server(url: url)], paths: paths, components: Components(schemas: book.components))
    }

    /// Returns a router path in OpenAPI's form: `/v1/projects/:project` becomes `/v1/projects/{project}`.
    package static func template(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { part in
                guard part.hasPrefix(":") else { return String(part) }
                // A parameter may be followed by the name of a call: `:project:createSessionCookie`.
                let names = part.dropFirst().split(separator: ":", maxSplits: 1)
                return "{\(names.first ?? "")}" + (names.count > 1 ? ":" + names[1] : "")
            }.joined(separator: "/")
    }
}

extension APIDocument.Operation {
    fileprivate init(_ operation: APIOperation, envelope: Schema, book: inout SchemaBook) {
        typealias Parameter = APIDocument.Parameter
        var parameters = operation.path.split(separator: "/").filter { $0.hasPrefix(":") }
            .map { Parameter(name: String($0.dropFirst().prefix { $0 != ":" }), in: "path", required: true, schema: .string) }
        parameters += operation.query.map { Parameter(name: $0, in: "query", required: false, schema: .string) }
        var body: APIDocument.Body?
        switch operation.input {
        case .nothing: break
        case .query(let type):
            var received = SchemaBook()
            if case .reference(let name) = received.schema(of: type), case .object(let members)? = received.components[name] {
                parameters += members.map { Parameter(name: $0.name, in: "query", required: $0.isRequired, schema: $0.schema) }
            }
        case .json(let type): body = .init(required: false, content: ["application/json": .init(schema: book.schema(of: type))])
        case .jsonOrForm(let type):
            let content = APIDocument.Content(schema: book.schema(of: type))
            body = .init(required: true, content: ["application/json": content, "application/x-www-form-urlencoded": content])
        case .form(let names):
            let members = names.map { Schema.Member(name: $0, schema: .string, isRequired: false) }
            body = .init(required: true, content: ["application/x-www-form-urlencoded": .init(schema: .object(members))])
        }
        var responses: [String: APIDocument.Reply] = [:]
        let refusal: Schema =
            switch operation.refusal {
            case .envelope: envelope
            case .own(let type): .anyOf([book.schema(of: type), envelope])
            }
        var refusals: [String: APIDocument.Content] = ["application/json": .init(schema: refusal)]
        // Pages show errors as HTML, except errors that occur before the page handles the request.
        if case .page = operation.output { refusals["text/html"] = .init(schema: .string) }
        for status in operation.refusals {
            responses[String(status)] = .init(description: APIOperation.meaning(of: status), content: refusals)
        }
        func allRight(_ status: Int, _ type: String?, _ schema: Schema) {
            responses[String(status)] = .init(
                description: APIOperation.meaning(of: status), content: type.map { [$0: .init(schema: schema)] })
        }
        switch operation.output {
        case .json(let type): allRight(200, "application/json", book.schema(of: type))
        case .object: allRight(200, "application/json", .object([]))
        case .page:
            allRight(200, "text/html", .string)
            allRight(303, nil, .any)
        case .redirect: allRight(303, nil, .any)
        case .jsonOrRedirect(let type):
            allRight(200, "application/json", book.schema(of: type))
            allRight(303, nil, .any)
        case .other(let type): allRight(200, type, .any)
        }
        self.init(
            summary: operation.summary, parameters: parameters.isEmpty ? nil : parameters, requestBody: body, responses: responses,
            security: operation.access.security)
    }
}

/// ``WireErrorEnvelope`` as it is encoded. Its own decoder accepts more than one form.
struct ErrorReply: Decodable {
    struct Fault: Decodable {
        package let code: Int
        package let message: String
        package let errors: [WireErrorEnvelope.Item]?
        package let status: String?
    }

    package let error: Fault
}

extension APIOperation.Access {
    fileprivate var security: [[String: [String]]] {
        switch self {
        case .anyone: []
        case .apiKey: [["apiKey": []], ["apiKeyHeader": []]]
        case .administrator: [["accessToken": []]]
        }
    }
}
