import HTTPTypes
import LatchkeySecrets
import LatchkeyWire

extension APIDocument.Operation {
    init(_ operation: APIOperation, envelope: Schema, book: inout SchemaBook) {
        let words = operation.words
        let parameters = APIDocument.Parameter.all(of: operation)
        self.init(
            operationId: words.id ?? Self.identifier(operation), tags: words.tag.map { [$0.rawValue] }, summary: words.summary,
            description: words.details, parameters: parameters.isEmpty ? nil : parameters, requestBody: .init(operation, book: &book),
            responses: Self.successes(of: operation, book: &book)
                .merging(Self.refusals(of: operation, envelope: envelope, book: &book)) { success, _ in success },
            security: operation.access.security)
    }

    /// Returns the method and the path as one word: `GET /outbox/{id}` becomes `getOutboxId`.
    private static func identifier(_ operation: APIOperation) -> String {
        let words = operation.path.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        return operation.method.rawValue.lowercased()
            + (words.isEmpty ? "Root" : words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined())
    }

    private static func successes(of operation: APIOperation, book: inout SchemaBook) -> [String: APIDocument.Reply] {
        let example = operation.words.reply.map { AnyJSON(example: $0) }
        func reply(_ status: Int, _ type: String?, _ schema: Schema) -> (String, APIDocument.Reply) {
            let content = type.map { [$0: APIDocument.Content(schema: schema, example: example)] }
            return (String(status), .init(description: APIOperation.meaning(of: status), content: content))
        }
        let json = "application/json"
        let replies =
            switch operation.output {
            case .json(let type): [reply(200, json, book.schema(of: type))]
            case .object: [reply(200, json, .object([]))]
            case .anyJSON: [reply(200, json, .any)]
            case .page: [reply(200, "text/html", .string), reply(303, nil, .any)]
            case .redirect: [reply(303, nil, .any)]
            case .jsonOrRedirect(let type): [reply(200, json, book.schema(of: type)), reply(303, nil, .any)]
            case .other(let type): [reply(200, type, .any)]
            }
        return Dictionary(replies + operation.furtherSuccesses.map { reply($0, nil, .any) }) { first, _ in first }
    }

    private static func refusals(of operation: APIOperation, envelope: Schema, book: inout SchemaBook) -> [String: APIDocument.Reply] {
        let schema: Schema =
            switch operation.refusal {
            case .envelope: envelope
            case .own(let type): .anyOf([book.schema(of: type), envelope])
            case .only(let type): book.schema(of: type)
            }
        let codes = operation.words.errors
        return Dictionary(
            uniqueKeysWithValues: operation.refusals.map { status in
                var content = APIDocument.Content(schema: status == 412 ? .any : schema)
                var description = APIOperation.meaning(of: status)
                if status == 400, !codes.isEmpty {
                    description += " Codes of this call: " + codes.map { "`\($0.rawValue)`" }.joined(separator: ", ") + "."
                    content.examples = Dictionary(codes.map { ($0.rawValue, .init(refusal: $0)) }) { first, _ in first }
                }
                var contents = ["application/json": content]
                // Pages show errors as HTML, except errors that occur before the page handles the request.
                if case .page = operation.output { contents["text/html"] = .init(schema: .string) }
                return (String(status), APIDocument.Reply(description: description, content: contents))
            })
    }
}

extension APIDocument.Content.Example {
    /// The response with an error code.
    fileprivate init(refusal code: WireErrorCode) {
        let item: [String: AnyJSON] = ["message": .string(code.rawValue), "domain": .string("global"), "reason": .string("invalid")]
        value = .object([
            "error": .object(["code": .integer(400), "message": .string(code.rawValue), "errors": .array([.object(item)])])
        ])
    }
}

extension AnyJSON {
    /// Parses an example. Text that is not JSON becomes a string, which a test finds.
    fileprivate init(example text: String) {
        self = (try? AnyJSON(json: Array(text.utf8), maxDepth: 16)) ?? .string(text)
    }
}

extension APIDocument.Parameter {
    fileprivate static func all(of operation: APIOperation) -> [Self] {
        var parameters = operation.path.split(separator: "/").filter { $0.hasPrefix(":") }
            .map { part in
                let name = APIDocument.parameter(part)
                return Self(name: name, in: "path", description: APIParameter.ofPaths[name], required: true, schema: .string)
            }
        parameters += operation.query.map { Self(name: $0, in: "query", required: false, schema: .string) }
        parameters += operation.parameters.map {
            Self(name: $0.name, in: $0.place.rawValue, description: $0.description, required: false, schema: $0.schema)
        }
        guard case .query(let type) = operation.input else { return parameters }
        var received = SchemaBook()
        if case .reference(let name) = received.schema(of: type), case .object(let members)? = received.components[name] {
            parameters += members.map {
                Self(name: $0.name, in: "query", description: $0.description, required: $0.isRequired, schema: $0.schema)
            }
        }
        return parameters
    }
}

extension APIDocument.Body {
    /// - Returns: `nil` for an operation without a body.
    fileprivate init?(_ operation: APIOperation, book: inout SchemaBook) {
        let (words, json, form) = (operation.words, "application/json", "application/x-www-form-urlencoded")
        let example = words.request.map { AnyJSON(example: $0) }
        func content(_ schema: Schema) -> APIDocument.Content { .init(schema: schema, example: example) }
        switch operation.input {
        case .nothing, .query: return nil
        case .json(let type):
            self.init(required: !operation.acceptsEmptyBody, content: [json: content(book.schema(of: type, requiring: words.required))])
        case .anyJSON: self.init(required: true, content: [json: content(.any)])
        case .form(let names):
            let members = names.map { Schema.Member(name: $0, schema: .string, isRequired: words.required.contains($0)) }
            self.init(required: true, content: [form: content(.object(members))])
        }
    }
}

extension APIOperation.Access {
    fileprivate var security: [[String: [String]]] {
        switch self {
        case .anyone: []
        case .apiKey: [["apiKey": []], ["apiKeyHeader": []]]
        case .administrator: [["accessToken": []]]
        case .rules: [[:], ["databaseToken": []], ["accessToken": []]]
        }
    }
}
