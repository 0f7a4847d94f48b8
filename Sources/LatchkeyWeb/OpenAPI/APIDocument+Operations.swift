import HTTPTypes
import LatchkeyWire

extension APIDocument {
    /// Creates the document.
    ///
    /// - Parameters:
    ///   - url: The address of the server.
    ///   - databaseOperations: The operations at the address of the databases.
    ///   - databaseURL: The address of the databases; `nil` if it is unknown. Then the document does not contain their operations.
    package init(
        _ operations: [APIOperation], version: String, url: String, databaseOperations: [APIOperation] = [], databaseURL: String? = nil
    ) {
        var book = SchemaBook()
        let envelope = book.schema(of: ErrorReply.self)
        var paths: [String: PathItem] = [:]
        var firstPaths: [String: String] = [:]
        var tags: Set<String> = []
        func add(_ operation: APIOperation, servers: [Server]?) {
            let path = Self.template(operation.path)
            var operation = operation
            if let id = operation.words.id {
                let name = operation.method.rawValue + " " + path
                if let first = firstPaths[id] { operation.words = operation.words.alias(of: first) } else { firstPaths[id] = name }
            }
            if let tag = operation.words.tag { tags.insert(tag.rawValue) }
            let described = Operation(operation, envelope: envelope, book: &book)
            paths[path, default: PathItem(servers: servers)].operations[operation.method.rawValue.lowercased()] = described
        }
        for operation in operations { add(operation, servers: nil) }
        if let databaseURL {
            let server = Server(url: databaseURL, description: "The databases, which have an address of their own.")
            for operation in databaseOperations { add(operation, servers: [server]) }
        }
        self.init(
            info: Info(version: version), servers: [Server(url: url)],
            tags: APITag.allCases.filter { tags.contains($0.rawValue) }.map { Tag(name: $0.rawValue, description: $0.description) },
            paths: paths, components: Components(schemas: book.components))
    }

    /// Returns a router path in OpenAPI's form: `/v1/projects/:project` becomes `/v1/projects/{project}`.
    package static func template(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { part in
                guard part.hasPrefix(":") else { return String(part) }
                // A parameter may be followed by the name of a call, or by an ending: `:project:createSessionCookie`, `:path.json`.
                let name = parameter(part)
                return "{\(name)}" + part.dropFirst(name.count + 1)
            }.joined(separator: "/")
    }

    /// Returns the name of the parameter at the beginning of a path component, after its colon.
    static func parameter(_ part: Substring) -> String {
        String(part.dropFirst().prefix { $0 != ":" && $0 != "." })
    }
}

extension APIWords {
    /// Returns the words for a further path of a call.
    ///
    /// - Parameter first: The method and the first path.
    fileprivate func alias(of first: String) -> APIWords {
        var words = APIWords(nil, .aliases, summary, "The same call as `\(first)`, which describes it.")
        words.required = required
        return words
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
