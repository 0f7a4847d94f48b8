import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyRealtime
import LatchkeySQLite
import LatchkeyServer
import LatchkeyServerTestSupport
import LatchkeyTree
import Testing

@testable import LatchkeyDatabaseAPI

/// The data that administrators view, change, import and export.
@Suite struct ConsoleDataTests {
    private let store: SQLiteStore
    private let console: PlayedConsole

    private static let path = "/console/projects/default/data"

    init() async throws {
        store = try SQLiteStore.inMemory()
        console = try await PlayedConsole(store: store)
    }

    /// An owner at a console with databases.
    private struct Scene {
        var browser: Browser
        let database: RealtimeDatabase

        mutating func page(_ path: String, _ more: String = "") async throws -> Reply {
            try await browser.open("\(ConsoleDataTests.path)?path=\(PercentEncoding.encode(path))\(more)")
        }

        func put(_ json: String, at path: String = "/") async throws {
            _ = try await database.write(.set(try Node(json: json.utf8), at: try TreePath(path)), by: .administrator)
        }

        func json(_ path: String = "/") throws -> String { database.node(at: try TreePath(path)).json(.export) }

        /// Submits a form of the current page, with some of its fields.
        mutating func send(
            _ action: String, at path: String, _ fields: [String: String], from page: Reply? = nil
        ) async throws -> Reply {
            let shown: Reply
            if let page { shown = page } else { shown = try await self.page(path) }
            var form = ["path": path]
            for name in ["csrf", "seen", "db"] { form[name] = try field(name, of: shown) }
            form.merge(fields) { $1 }
            return try await browser.post("\(ConsoleDataTests.path)/\(action)", form.map { ($0.key, $0.value) })
        }

        /// Sends a file as the page's script does.
        func upload(_ json: String, at path: String, mode: String, csrf: String?, headers more: HTTPFields = [:]) async throws -> Reply {
            var headers = more
            headers[.cookie] = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            if let csrf, let name = HTTPField.Name("x-latchkey-form") { headers[name] = csrf }
            let address = "\(ConsoleDataTests.path)/file?path=\(PercentEncoding.encode(path))&mode=\(mode)"
            return try await browser.caller.send(.post, address, headers: headers, body: json)
        }
    }

    private func run(_ body: @escaping @Sendable (inout Scene) async throws -> Void) async throws {
        let parts = console.server.parts(console: console.parts)
        let databases = DatabaseParts(parts, trees: store)
        let database = try await databases.standardDatabase()
        try await console.server.run(parts, databases: databases) { caller in
            var scene = Scene(browser: try await console.owner(caller), database: database)
            try await body(&scene)
        }
    }

    @Test func aNodeIsShownWithItsChildrenInOrder() async throws {
        try await run { scene in
            try await scene.put(#"{"b":true,"10":1.5,"9":{"x":1,"y":{"z":2}},"a":"text"}"#)
            let page = try await scene.page("/")
            #expect(page.status == .ok && page.text.contains("<p class=\"quiet\">4 children</p>"), "\(page.text)")
            let keys = page.text.components(separatedBy: "data-row").dropFirst().map {
                $0.components(separatedBy: "<bdi>")[1].components(separatedBy: "</bdi>")[0]
            }
            #expect(keys == ["9", "10", "a", "b"])
            for shown in ["<bdi>&quot;text&quot;</bdi>", "<bdi>1.5</bdi>", "<bdi>true</bdi>", ">2 children</span>"] {
                #expect(page.text.contains(shown), "\(shown)")
            }
            #expect(!page.text.contains("<bdi>z</bdi>"), "what is below an object is another page's")
            #expect(try await scene.page("/9/y/z").text.contains("<bdi>2</bdi></pre>"))
            #expect(try await scene.page("/nothing/there").text.contains("No data at this path."))
        }
    }

    @Test func largeNodeIsShownInPages() async throws {
        try await run { scene in
            try await scene.put("{" + (0..<250).map { "\"k\($0 + 1000)\":\($0)" }.joined(separator: ",") + "}", at: "/many")
            var address: String? = Self.path + "?path=/many"
            var seen: [Int] = []
            while let next = address {
                let page = try await scene.browser.open(next)
                #expect(page.status == .ok)
                seen.append(page.text.components(separatedBy: "<li data-row").count - 1)
                address = page.text.components(separatedBy: "rel=\"next\"").first { _ in page.text.contains("rel=\"next\"") }
                    .flatMap { $0.components(separatedBy: "href=\"").last?.components(separatedBy: "\"").first }
                    .map { $0.replacing("&amp;", with: "&") }
            }
            #expect(seen == [100, 100, 50])
            let part = try await scene.page("/many", "&after=k1010&until=k1012")
            #expect(
                part.text.contains("<bdi>k1012</bdi>") && !part.text.contains("<bdi>k1013</bdi>") && !part.text.contains("<bdi>k1010</bdi>")
            )
        }
    }

    @Test func pageSizeIsBounded() async throws {
        try await run { scene in
            let key = String(repeating: "\u{20ac}\u{22}<", count: 150)
            let text = String(repeating: "\\\"<", count: 20_000)
            var children: [String] = []
            for number in 0..<150 { children.append("\"\(number)\(key.replacing("\"", with: "\\\""))\":\"\(text)\"") }
            try await scene.put("{" + children.joined(separator: ",") + "}", at: "/long")
            let page = try await scene.page("/long")
            #expect(page.status == .ok && page.text.utf8.count < 100_000 && page.text.contains("rel=\"next\""))
            let leaf = try await scene.page("/long/0" + key)
            #expect(leaf.status == .ok && leaf.text.utf8.count < 100_000 && leaf.text.contains("Download the full value."))
        }
    }

    @Test func keysAndValuesAreShownAsText() async throws {
        try await run { scene in
            let key = "<script>alert(1)<\u{202e}'\"&"
            let evil = Node.empty.setting(
                Node(.string("</bdi><script>alert(2)</script>")), at: TreePath(keys: [try #require(ChildKey(key))]))
            _ = try await scene.database.write(.set(evil, at: .root), by: .administrator)
            for path in ["/", "/" + key] {
                let page = try await scene.page(path)
                #expect(page.status == .ok && !page.text.contains("<script>alert"), "\(page.text)")
                #expect(page.text.contains("&lt;script&gt;alert(2)"))
            }
        }
    }

    @Test func writesAreStoredAndRecorded() async throws {
        try await run { scene in
            try await scene.put(#"{"name":"Ada","n":1}"#, at: "/users/ada")
            let saved = try await scene.send("save", at: "/users/ada/name", ["json": "\"Ada \\u003c3\""])
            #expect(saved.headers[.location] == Self.path + "?db=default&path=/users/ada/name&done=saved&leaves=1", "\(saved.text)")
            #expect(try scene.json("/users/ada/name") == "\"Ada <3\"")
            let added = try await scene.send("add", at: "/users/ada", ["key": "a b+c", "child": #"{"x":{".sv":"timestamp"}}"#])
            #expect(added.status == .seeOther, "\(added.text)")
            #expect(!scene.database.node(at: try TreePath("/users/ada/a b+c/x")).isEmpty)
            #expect(try await scene.page("/users/ada/a b+c").text.contains("1 child"), "paths are read as they are written")
            let merged = try await scene.send("save", at: "/users/ada", ["json": #"{"n":null,"more/deep":2}"#, "mode": "merge"])
            #expect(merged.status == .seeOther, "\(merged.text)")
            #expect(try scene.json("/users/ada/more") == #"{"deep":2}"# && scene.json("/users/ada/n") == "null")
            let deleted = try await scene.send("delete", at: "/users/ada", [:])
            #expect(deleted.headers[.location] == Self.path + "?db=default&path=/users&done=deleted")
            #expect(scene.database.node(at: .root).isEmpty)
            let events = try await console.server.store.read { try $0.events(of: .standard, subject: nil, limit: 10) }
            let reasons = events.filter { $0.kind == .writeData && $0.actor?.hasPrefix("console/") == true }.compactMap(\.reason)
            #expect(
                Set(reasons) == [
                    "save /users/ada/name in default", "add /users/ada/a b+c in default", "save /users/ada in default",
                    "delete /users/ada in default",
                ])
        }
    }

    @Test func conflictingWriteIsReportedAndKeepsTheText() async throws {
        try await run { scene in
            try await scene.put("1", at: "/n")
            let former = try await scene.page("/n")
            try await scene.put("2", at: "/n")
            let told = try await scene.send("save", at: "/n", ["json": "\"mine\""], from: former)
            #expect(told.status == .conflict && told.text.contains("The data at this path has changed"), "\(told.text)")
            #expect(told.text.contains("&quot;mine&quot;</textarea>") && told.text.contains("<bdi>2</bdi></pre></div>"))
            #expect(try scene.json("/n") == "2")
            #expect(try await scene.send("delete", at: "/n", [:], from: former).status == .conflict)
            #expect(try await scene.send("save", at: "/n", ["json": "\"mine\""], from: told).status == .seeOther)
            #expect(try scene.json("/n") == "\"mine\"")
            let twice = try await scene.send("add", at: "/", ["key": "n", "child": "3"])
            #expect(twice.status == .conflict && twice.text.contains("A child with this name already exists"), "\(twice.text)")
            #expect(twice.text.contains("3</textarea>") && twice.text.contains("value=\"n\""))
            #expect(try scene.json("/n") == "\"mine\"")
        }
    }

    @Test(arguments: ["/many/one-more", "/many/k7", "/many/deep/below"])
    func conflictsInALargeNodeAreReported(_ changed: String) async throws {
        try await run { scene in
            let members = (0..<3000).map { "\"k\($0)\":\"value\"" } + [#""deep":{"below":1,"beside":2}"#]
            try await scene.put("{" + members.joined(separator: ",") + "}", at: "/many")
            let former = try await scene.page("/many")
            try await scene.put("5", at: changed)
            let told = try await scene.send("delete", at: "/many", [:], from: former)
            #expect(told.status == .conflict, "\(told.text)")
            #expect(try scene.json(changed) == "5")
            try await scene.put("6", at: "/elsewhere")
            #expect(try await scene.send("delete", at: "/many", [:], from: told).status == .seeOther)
            #expect(try scene.json("/many") == "null")
        }
    }

    @Test(arguments: [
        ("save", ["json": "{\"a\": 1,\n \"b\": x}"], "Line 2, column 7"), ("save", ["json": ""], "Enter a JSON value"),
        ("save", ["json": "[1, 2"], "not valid JSON"), ("add", ["key": "a.b", "child": "1"], "Invalid key"),
        ("add", ["key": "", "child": "1"], "Invalid key"), ("add", ["key": "x/y", "child": "1"], "Invalid key"),
        ("add", ["key": "ok", "child": "null"], "Cannot add null"), ("save", ["json": #"{"a#b": 1}"#], "Invalid key"),
        ("save", ["json": String(repeating: "[", count: 40) + String(repeating: "]", count: 40)], "nested"),
        ("save", ["json": #"{"a": 1, "a/b": 2}"#, "mode": "merge"], "lies within"),
        ("save", ["json": "3", "mode": "merge"], "An update is"),
    ])
    func invalidWritesAreExplained(_ action: String, _ fields: [String: String], _ why: String) async throws {
        try await run { scene in
            try await scene.put(#"{"kept":1}"#, at: "/x")
            let reply = try await scene.send(action, at: "/x", fields)
            #expect(reply.status == .badRequest && reply.text.contains(why) && reply.text.contains("role=\"alert\""), "\(reply.text)")
            #expect(try scene.json("/x") == #"{"kept":1}"#, "nothing was written")
        }
    }

    @Test func aWriteBelowTheDeepestLevelIsRefused() async throws {
        try await run { scene in
            let deep = "/" + (0..<31).map { "d\($0)" }.joined(separator: "/")
            #expect(try await scene.send("save", at: deep, ["json": "1"]).status == .seeOther)
            #expect(try await scene.page(deep).text.contains("… "), "the way is shortened")
            let refused = try await scene.send("save", at: deep, ["json": #"{"a":{"b":1}}"#])
            #expect(refused.status == .badRequest && refused.text.contains("32 levels"), "\(refused.text)")
        }
    }

    @Test(arguments: ["/../../etc", "/a/./b", "/a$b", "/a#b", "/a[0]", "/\u{1}", "/" + String(repeating: "a/", count: 40)])
    func invalidPathsAreNotFound(_ path: String) async throws {
        try await run { scene in
            for action in ["", "/export", "/events"] {
                let reply = try await scene.browser.open("\(Self.path)\(action)?path=\(PercentEncoding.encode(path))")
                #expect(reply.status == .notFound, "\(action) \(reply.text)")
            }
        }
    }

    @Test func aNodeGetsAnotherNameWithItsDataAndPriorities() async throws {
        try await run { scene in
            try await scene.put(#"{"a":{".priority":3,"b":{".value":1,".priority":"x"}},"c":true}"#)
            let reply = try await scene.send("rename", at: "/a", ["name": "d"])
            #expect(reply.headers[.location] == Self.path + "?db=default&path=/d&done=renamed", "\(reply.text)")
            #expect(try scene.json() == #"{"c":true,"d":{".priority":3,"b":{".value":1,".priority":"x"}}}"#)
            let page = try await scene.page("/d", "&done=renamed")
            #expect(page.text.contains("Renamed.") && page.text.contains("Priority <code><bdi>3</bdi></code>"), "\(page.text)")
            #expect(page.text.contains("priority <bdi>&quot;x&quot;</bdi>"), "\(page.text)")
            let events = try await console.server.store.read { try $0.events(of: .standard, subject: nil, limit: 5) }
            #expect(events.contains { $0.kind == .writeData && $0.reason == "rename / in default" }, "\(events)")
        }
    }

    @Test(arguments: [
        ("/a", "c", HTTPResponse.Status.conflict, "already exists"), ("/a", "a", .badRequest, "This is the current name."),
        ("/a", "x.y", .badRequest, "Nothing was written."), ("/a", "", .badRequest, "Nothing was written."),
        ("/a", "x/y", .badRequest, "Nothing was written."), ("/", "x", .badRequest, "The root of a database has no name"),
    ])
    func renameIsRefused(path: String, name: String, status: HTTPResponse.Status, words: String) async throws {
        try await run { scene in
            try await scene.put(#"{"a":1,"c":2}"#)
            let reply = try await scene.send("rename", at: path, ["name": name])
            #expect(reply.status == status && reply.text.contains(words), "\(reply.text)")
            #expect(path == "/" || reply.text.contains("name=\"name\" value=\"\(name)\""), "the input is kept")
            #expect(try scene.json() == #"{"a":1,"c":2}"#)
        }
    }

    @Test func changedNodeIsNotRenamed() async throws {
        try await run { scene in
            try await scene.put(#"{"a":1,"c":2}"#)
            let former = try await scene.page("/a")
            try await scene.put("2", at: "/c")
            try await scene.put("3", at: "/a")
            let reply = try await scene.send("rename", at: "/a", ["name": "b"], from: former)
            #expect(reply.status == .conflict && reply.text.contains("The data at this path has changed"), "\(reply.text)")
            #expect(try scene.json() == #"{"a":3,"c":2}"#)
            // Changes of its neighbors do not matter.
            let next = try await scene.page("/a")
            try await scene.put("5", at: "/c")
            #expect(try await scene.send("rename", at: "/a", ["name": "b"], from: next).status == .seeOther)
            #expect(try scene.json() == #"{"b":3,"c":5}"#)
        }
    }

    @Test func viewersCannotWrite() async throws {
        try await run { scene in
            try await scene.put(#"{"a":{"b":1}}"#)
            let former = try await scene.page("/a")
            try await console.make("viewer")
            let page = try await scene.page("/a")
            #expect(page.status == .ok && page.text.contains("<bdi>b</bdi>"))
            for action in ["/save", "/add", "/delete", "/rename", "data-change", "data-may-edit"] {
                #expect(!page.text.contains(action), "\(action)")
            }
            for action in ["save", "add", "delete", "rename"] {
                let fields = ["json": "2", "key": "c", "child": "2", "name": "d"]
                #expect(try await scene.send(action, at: "/a", fields, from: former).status == .forbidden, "\(action)")
            }
            let csrf = try field("csrf", of: former)
            #expect(try await scene.upload("{}", at: "/a", mode: "replace", csrf: csrf).status == .forbidden)
            #expect(try await scene.browser.open(Self.path + "/export?path=/a").text == #"{"b":1}"#)
            #expect(try scene.json() == #"{"a":{"b":1}}"#)
        }
    }

    @Test func formsAndFilesOfOtherSitesAreRejected() async throws {
        try await run { scene in
            try await scene.put("1", at: "/a")
            let csrf = try field("csrf", of: try await scene.page("/a"))
            let site = try #require(HTTPField.Name("sec-fetch-site"))
            for action in ["save", "add", "delete", "rename"] {
                let form = [("path", "/a"), ("json", "2"), ("key", "b"), ("child", "2")]
                #expect(try await scene.browser.post("\(Self.path)/\(action)", form).status == .forbidden, "\(action)")
                let foreign = try await scene.browser.post("\(Self.path)/\(action)", form + [("csrf", csrf)], headers: [site: "cross-site"])
                #expect(foreign.status == .forbidden, "\(action)")
            }
            #expect(try await scene.upload("2", at: "/a", mode: "replace", csrf: nil).status == .forbidden)
            #expect(try await scene.upload("2", at: "/a", mode: "replace", csrf: csrf, headers: [site: "same-site"]).status == .forbidden)
            scene.browser.cookies = [:]
            for action in ["", "/export", "/events"] {
                #expect(
                    try await scene.browser.open(Self.path + action + "?path=/").headers[.location]?.hasPrefix("/console/sign-in") == true)
            }
            for action in ["save", "add", "delete", "rename", "file"] {
                #expect(
                    try await scene.browser.post("\(Self.path)/\(action)", []).headers[.location]?.hasPrefix("/console/sign-in") == true)
            }
            #expect(try scene.json() == #"{"a":1}"#)
        }
    }

    @Test func dataIsImportedAndExported() async throws {
        try await run { scene in
            let text = #"{"10":1,"list":{"0":"a","1":"b"},"ranked":{".priority":2,"x":1}}"#
            let csrf = try field("csrf", of: try await scene.page("/in"))
            let put = try await scene.upload(text, at: "/in", mode: "replace", csrf: csrf)
            #expect(put.headers[.location] == Self.path + "?db=default&path=/in&done=saved&leaves=4", "\(put.text)")
            let out = try await scene.browser.open(Self.path + "/export?path=/in")
            #expect(out.text == text && out.headers[.contentDisposition] == "attachment; filename=\"default-in.json\"")
            #expect(try await scene.upload(#"{"10":2,"new":true}"#, at: "/in", mode: "merge", csrf: csrf).status == .seeOther)
            #expect(try scene.json("/in/10") == "2" && scene.json("/in/list/1") == "\"b\"" && scene.json("/in/new") == "true")
            let bad = try await scene.upload(#"{"10":2,"#, at: "/in", mode: "replace", csrf: csrf)
            #expect(bad.status == .badRequest && bad.text.contains("At byte 8"), "\(bad.text)")
            #expect(try scene.json("/in/10") == "2")
        }
    }

    @Test func openPageReceivesChangesUntilTheRoleEnds() async throws {
        try await run { scene in
            try await scene.put("1", at: "/a/b")
            try await console.make("viewer")
            let (browser, database) = (scene.browser, scene.database)
            async let stream = { () async throws -> Reply in
                var browser = browser
                return try await browser.open(Self.path + "/events?path=/a")
            }()
            // A listener receives only events after it has started, so the writes continue until it has ended.
            let writes = Task {
                var number = 2
                while !Task.isCancelled {
                    _ = try await database.write(.set(Node(.number(Double(number))), at: try TreePath("/a/b")), by: .administrator)
                    _ = try await database.write(.set(Node(.number(Double(number))), at: try TreePath("/else")), by: .administrator)
                    number += 1
                    if number == 50 { try await console.make("nobody") }
                    await Task.yield()
                }
            }
            let reply = try await stream
            writes.cancel()
            #expect(reply.status == .ok && reply.headers[.contentType]?.hasPrefix("text/event-stream") == true)
            #expect(reply.text.contains("data: [\"/a/b\"]\n\n") && !reply.text.contains("else"), "\(reply.text)")
            #expect(reply.text.hasSuffix("event: end\ndata: \n\n"), "\(reply.text)")
        }
    }

    @Test func databasesOfOtherProjectsAreNotHere() async throws {
        try await run { scene in
            let own = console.server.project
            let other = Project(id: "other", displayName: "Other", passwordHashing: own.passwordHashing, createdAt: own.createdAt)
            try await console.server.store.write { try $0.insert(other) }
            #expect(try await scene.browser.open("/console/projects/other/data").status == .ok)
            for action in ["", "/export", "/events"] {
                #expect(try await scene.browser.open(Self.path + action + "?db=other").status == .notFound)
            }
            #expect(try await scene.send("save", at: "/a", ["db": "other", "json": "1"]).status == .notFound)
        }
    }
}
