import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb
import LatchkeyWire

/// A collection of resources in a project: `projects/{project}/{collection}` and `projects/{project}/{collection}/{id}`.
protocol AdminCollection: Sendable {
    associatedtype Item: Codable & Sendable
    associatedtype Page: Codable & Sendable

    /// The last path component of the collection.
    static var collection: String { get }
    /// The query parameter with the ID of a new resource.
    static var idParameter: String { get }
    /// The name of a resource in operation IDs, and in words.
    static var noun: (id: String, words: String) { get }
    /// The fields that a request can set.
    static var members: Set<String> { get }

    func create(_ id: String, _ item: Item, by caller: AdminCaller) async throws -> Item
    func get(_ id: String, by caller: AdminCaller) async throws -> Item
    func list(_ part: AdminPart, by caller: AdminCaller) async throws -> Page
    /// Changes the fields of a resource that the mask names.
    func change(_ id: String, _ item: Item, _ mask: FieldMask, by caller: AdminCaller) async throws -> Item
    func remove(_ id: String, by caller: AdminCaller) async throws
}

/// The descriptions of the five calls of a collection.
private struct CollectionWords {
    var list: APIWords
    var create: APIWords
    var get: APIWords
    var change: APIWords
    var remove: APIWords

    var inTenant: Self {
        Self(list: list.inTenant, create: create.inTenant, get: get.inTenant, change: change.inTenant, remove: remove.inTenant)
    }
}

extension AdminCollection {
    fileprivate static var words: CollectionWords {
        func words(_ verb: String, _ summary: String, _ details: String, _ errors: [WireErrorCode] = []) -> APIWords {
            APIWords(
                verb + noun.id, .providers, "\(summary) of \(noun.words)", "\(details) Firebase's `\(collection)`.", errors: errors)
        }
        let invalid: [WireErrorCode] = [
            .invalidConfigID, .invalidArgument, .invalidConfig, .missingOAuthClientID, .missingOAuthClientSecret, .missingIssuer,
        ]
        return CollectionWords(
            list: words("list", "Lists set-ups", "A page has 100 resources, or `pageSize`, at most 100.", [.invalidPageSelection]),
            create: words(
                "create", "Adds a set-up", "The query parameter `\(idParameter)` is required: the ID of the new resource.",
                [.missingConfigID, .configurationExists] + invalid),
            get: words("get", "Returns a set-up", "Returns the resource with this ID."),
            change: words(
                "update", "Changes a set-up", "Changes the members that `updateMask` names; without it, those of the body.",
                invalid),
            remove: words("delete", "Removes a set-up", "Users can no longer sign in with the provider."))
    }
}

/// The requested page of a list.
struct AdminPart: Sendable {
    static let maxCount = 100
    let count: Int
    /// The last ID of the previous page.
    let after: String?

    init(_ query: QueryParameters) throws {
        count =
            try (query["pageSize"] ?? query["page_size"]).unlessEmpty.map { text in
                guard let count = Int(text), (1...Self.maxCount).contains(count) else {
                    throw SignInError(.init(rawValue: "INVALID_PAGE_SELECTION"), message: "pageSize must be 1 to \(Self.maxCount).")
                }
                return count
            } ?? Self.maxCount
        after = (query["pageToken"] ?? query["page_token"]).unlessEmpty
    }

    /// - Parameter all: The items after ``after``: all of them, or at least one more than ``count``.
    func page<Element>(_ all: [Element], id: (Element) -> String) -> (items: [Element], nextPageToken: String?) {
        let items = Array(all.prefix(count))
        return (items, all.count > count ? items.last.map(id) : nil)
    }
}

extension AdminRoutes {
    /// Fits any configuration, including certificates.
    private static let maxItemBytes = 262_144

    func add<C: AdminCollection>(_ collection: C, to router: Router<ServerContext>) {
        let item = APIOperation.Output.json(C.Item.self)
        for scope in ["", "/tenants/:tenant"] {
            let all = "/v2/projects/:project\(scope)/\(C.collection)"
            let one = all + "/:id"
            let words = scope.isEmpty ? C.words : C.words.inTenant
            on(.get, all, words.list, of: router, query: ["pageSize", "pageToken"], output: .json(C.Page.self)) { request, _, caller in
                try Response.json(try await collection.list(AdminPart(try Self.query(request)), by: caller))
            }
            on(.post, all, words.create, of: router, input: .json(C.Item.self), query: [C.idParameter], output: item) {
                request, _, caller in
                guard let id = try Self.query(request)[C.idParameter].unlessEmpty else {
                    throw ConfigurationError(.missingConfigID, "Name it: ?\(C.idParameter)=...")
                }
                let bytes = try await request.bytes(upTo: Self.maxItemBytes)
                try FieldMask(nil, body: bytes).require(C.members, of: C.Item.self, from: caller)
                let item = try WireDecoder.decode(C.Item.self, from: bytes)
                return try Response.json(try await collection.create(id, item, by: caller))
            }
            on(.get, one, words.get, of: router, output: item) { _, context, caller in
                try Response.json(try await collection.get(try Self.id(context), by: caller))
            }
            on(.patch, one, words.change, of: router, input: .json(C.Item.self), query: ["updateMask"], output: item) {
                request, context, caller in
                let bytes = try await request.bytes(upTo: Self.maxItemBytes)
                let mask = try request.fieldMask(over: bytes)
                let item = try WireDecoder.decode(C.Item.self, from: bytes)
                return try Response.json(try await collection.change(try Self.id(context), item, mask, by: caller))
            }
            on(.delete, one, words.remove, of: router, output: .object) { _, context, caller in
                try await collection.remove(try Self.id(context), by: caller)
                return try Response.json(ConfigEmptyReply())
            }
        }
    }

    private static func id(_ context: ServerContext) throws -> String { try context.parameters.require("id") }

    private static func query(_ request: Request) throws -> QueryParameters {
        do {
            return try QueryParameters(formEncoded: request.uri.query ?? "")
        } catch {
            throw SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: "The query cannot be parsed.")
        }
    }
}

/// The reason why a configuration cannot be created, found or changed.
struct ConfigurationError: ErrorWithEnvelope, Equatable {
    let code: WireErrorCode
    let detail: String?

    init(_ code: WireErrorCode, _ detail: String? = nil) {
        self.code = code
        self.detail = detail
    }

    var envelope: WireErrorEnvelope {
        code == .configurationNotFound
            ? WireErrorEnvelope(code, detail: detail, httpStatus: 404, status: "NOT_FOUND") : WireErrorEnvelope(code, detail: detail)
    }
}
