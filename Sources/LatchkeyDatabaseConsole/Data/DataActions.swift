import HTTPTypes
import Hummingbird
import LatchkeyConsole
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyRealtime
import LatchkeyTree
import LatchkeyWeb

/// The write actions on database contents. Rules are bypassed, as for every administrator; the limits of the database apply.
struct DataActions: Sendable {
    let console: Console
    let page: DataPage
    let administration: DatabaseAdministration

    /// The data has changed since the form was rendered.
    private struct DataChanged: Error {}

    /// A write operation, with the number of values that it contains.
    private struct Wanted {
        var operation: WriteOperation
        var leaves: Int
        var bytes: Int
    }

    func add(to router: Router<ServerContext>) {
        console.post(DataPage.route + "/save", on: router) { request, context in
            let (place, form) = try await read(request, context)
            return try await answering(place, form, about: form.json) {
                try await write(try await Self.change(form, at: place), form, at: place, for: console.door.caller(request, context), "save")
            } saying: {
                "&done=saved&leaves=\($0)"
            }
        }
        console.post(DataPage.route + "/delete", on: router) { request, context in
            let (place, form) = try await read(request, context)
            let wanted = Wanted(operation: .set(.empty, at: place.path), leaves: 0, bytes: 0)
            return try await answering(place, form, about: "") {
                try await write(wanted, form, at: place, for: console.door.caller(request, context), "delete")
            } then: {
                place.path.parent ?? .root
            } saying: { _ in
                "&done=deleted"
            }
        }
        console.post(DataPage.route + "/add", on: router) { request, context in
            let (place, form) = try await read(request, context, isAddition: true)
            return try await answering(place, form, about: form.child) {
                let wanted = try await Self.addition(form, at: place)
                return try await write(wanted, nil, at: place, for: console.door.caller(request, context), "add")
            } saying: { _ in
                "&done=added"
            }
        }
        console.post(DataPage.route + "/rename", on: router) { request, context in
            let (place, form) = try await read(request, context)
            return try await renaming(form, at: place, for: console.door.caller(request, context))
        }
        console.post(DataPage.route + "/file", on: router) { request, context in
            _ = try await console.door.visitor(request, atLeast: .editor)
            try console.forms.check(request)
            let parameters = request.queryParameters
            let place = try await page.place(request, context, parameters, atLeast: .editor)
            // Without a mark, the upload is based on the data at the start of the request.
            let sent = DataForm(parameters, isAddition: false)
            let form = sent.seen.isEmpty ? DataForm(sent, over: place.node) : sent
            return try await answering(place, form, about: nil) {
                let upload = DataUpload(request: request, limit: place.database.settings.defaultWriteSizeLimit, path: place.path)
                let wanted: Wanted
                if form.isMerge {
                    let (children, bytes) = try await upload.update()
                    wanted = try await Self.merge(children, at: place.path, bytes: bytes)
                } else {
                    let (node, bytes) = try await upload.node()
                    wanted = await Self.set(node, at: place.path, bytes: bytes)
                }
                // The role may have been revoked during the upload.
                _ = try await console.door.visitor(request, atLeast: .editor)
                return try await write(wanted, form, at: place, for: console.door.caller(request, context), "import")
            } saying: {
                "&done=saved&leaves=\($0)"
            }
        }
    }

    private func read(_ request: Request, _ context: ServerContext, isAddition: Bool = false) async throws -> (DataPlace, DataForm) {
        // Checked before the long form is read.
        _ = try await console.door.visitor(request, atLeast: .editor)
        let (form, _) = try await console.forms.read(request, upTo: DataForm.maxBytes)
        return (try await page.place(request, context, form, atLeast: .editor), DataForm(form, isAddition: isAddition))
    }

    // MARK: Parsing

    @concurrent private static func change(_ form: DataForm, at place: DataPlace) async throws -> Wanted {
        let bytes = Array(form.json.utf8)
        guard form.isMerge else { return await set(try Node(json: bytes, limits: .standard), at: place.path, bytes: bytes.count) }
        var reader = UpdateReader()
        try reader.read(bytes)
        return try await merge(try reader.finish(), at: place.path, bytes: bytes.count)
    }

    @concurrent private static func addition(_ form: DataForm, at place: DataPlace) async throws -> Wanted {
        guard let key = ChildKey(form.key) else { throw TreeError.key(form.key) }
        let bytes = Array(form.child.utf8)
        let node = try Node(json: bytes)
        guard !node.isEmpty else { throw DatabaseRefusal.bad("Cannot add null: it means no data.") }
        // The empty string is the hash of an empty node, so the write fails if the child exists.
        let operation = WriteOperation.set(node, at: place.path.appending(key), expectedHash: "")
        return Wanted(operation: operation, leaves: node.leafCount, bytes: bytes.count)
    }

    @concurrent private static func set(_ node: Node, at path: TreePath, bytes: Int) async -> Wanted {
        Wanted(operation: .set(node, at: path), leaves: node.leafCount, bytes: bytes)
    }

    @concurrent private static func merge(
        _ children: [(path: WritePath, node: Node)], at path: TreePath, bytes: Int
    ) async throws -> Wanted {
        Wanted(
            operation: try .update(children, at: path), leaves: children.reduce(0) { $0 + $1.node.leafCount }, bytes: bytes)
    }

    /// Computing the hash of a large node takes long the first time.
    @concurrent private static func hash(of node: Node) async -> String { node.hash }

    // MARK: Writing

    /// - Parameter form: The form with the mark of the data that the user saw; `nil` if the operation carries its own precondition.
    /// - Returns: The number of values written.
    private func write(
        _ wanted: Wanted, _ form: DataForm?, at place: DataPlace, for caller: Caller, _ action: String
    ) async throws -> Int {
        var operation = wanted.operation
        if let form, !form.isMerge {
            let node = place.node
            guard DataForm.mark(of: node) == form.seen else { throw DataChanged() }
            // The database checks the hash in write order, so that a concurrent change is not overwritten.
            operation.expectedHash = await Self.hash(of: node)
        }
        try await administration.write(
            operation, bytes: wanted.bytes, to: place.database, action,
            by: ActAuthor(actor: place.visitor.actor, address: caller.client.address))
        return wanted.leaves
    }

    private func renaming(_ form: DataForm, at place: DataPlace, for caller: Caller) async throws -> Response {
        var next: TreePath?
        return try await answering(place, form.asRename, about: nil) {
            let rename = try DataRename(place.path, to: form.newName)
            next = rename.parent.appending(rename.new)
            try await write(rename, form, at: place, for: caller)
            return 0
        } then: {
            next
        } saying: { _ in
            "&done=renamed"
        }
    }

    /// How often a renaming is tried again because other children of the parent have changed.
    private static let maxRenameAttempts = 5

    private func write(_ rename: DataRename, _ form: DataForm, at place: DataPlace, for caller: Caller) async throws {
        let author = ActAuthor(actor: place.visitor.actor, address: caller.client.address)
        for attempt in 1... {
            let tree = place.database.node(at: rename.parent)
            guard let operation = try await Self.operation(rename, in: tree, seen: form.seen) else { throw DataChanged() }
            do {
                let bytes = await Self.bytes(of: tree[rename.old])
                return try await administration.write(operation, bytes: bytes, to: place.database, "rename", by: author)
            } catch DatabaseError.stale where attempt < Self.maxRenameAttempts {
                continue
            }
        }
    }

    @concurrent private static func operation(_ rename: DataRename, in tree: Node, seen: String) async throws -> WriteOperation? {
        try rename.operation(in: tree, seen: seen)
    }

    /// The size of a node as JSON, for the limit of one write.
    @concurrent private static func bytes(of node: Node) async -> Int { JSONChunks(node, .export).reduce(0) { $0 + $1.count } }

    /// Runs an action and redirects. If the action fails, the page is shown again with the user's input.
    private func answering(
        _ place: DataPlace, _ form: DataForm, about text: String?, _ act: () async throws -> Int, then next: () -> TreePath? = { nil },
        saying news: (Int) -> String
    ) async throws -> Response {
        do {
            let count = try await act()
            return .seeOther(place.address(of: next() ?? place.path) + news(count))
        } catch is DataChanged {
            return try await tellChanged(place, form)
        } catch DatabaseError.stale {
            return try await tellChanged(place, form)
        } catch let error as TreeError {
            return try await page.show(place, form, .init(status: .badRequest, message: Self.explain(error, in: text)))
        } catch let error as DatabaseError {
            return try await page.show(place, form, .init(status: .badRequest, message: DatabaseRefusal(error).message))
        } catch let error as DatabaseRefusal {
            return try await page.show(place, form, .init(status: error.status, message: error.message))
        }
    }

    private func tellChanged(_ place: DataPlace, _ form: DataForm) async throws -> Response {
        let node = place.node
        let message =
            form.isAddition
            ? "A child with this name already exists, so nothing was written. Choose another name, or edit the child."
            : "The data at this path has changed, so nothing was written. Your changes are still in the form, next to the current "
                + "value. Save again to overwrite it."
        let current = form.isAddition ? nil : DataForm.isShort(node) ? node.json(.export) : ShownValue.count(node.childCount)
        return try await page.show(place, DataForm(form, over: node), .init(status: .conflict, message: message, current: current))
    }

    /// - Parameter text: The text in which the error is located by line and column, counted as in editors; `nil` for a file.
    private static func explain(_ error: TreeError, in text: String?) -> String {
        guard case .syntax(let what, let offset) = error, let text else { return "Nothing was written. \(error)" }
        if text.utf8.allSatisfy({ $0 <= 0x20 }) { return "Nothing was written. Enter a JSON value, for example {\"name\": \"Ada\"}." }
        let before = text.utf8.prefix(offset)
        let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let column = (line.last ?? before).count(where: { $0 & 0xC0 != 0x80 }) + 1
        return "Nothing was written, because this is not valid JSON. Line \(max(1, line.count)), column \(column): \(what)."
    }
}

extension Node {
    /// The number of leaf values. Visits every node.
    fileprivate var leafCount: Int {
        if isEmpty { return 0 }
        return hasChildren ? children.reduce(0) { $0 + $1.value.leafCount } : 1
    }
}
