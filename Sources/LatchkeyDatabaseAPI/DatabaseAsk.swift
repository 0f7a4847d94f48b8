import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyTree
import LatchkeyWeb

/// What a request over HTTP asks for: the place, and how it wants the answer.
package struct DatabaseAsk {
    let method: HTTPRequest.Method
    let path: TreePath
    /// The place is a node's priority.
    let isPriority: Bool
    /// The place is a setting of the database, such as `rules`.
    let setting: String?
    let namespace: String?
    let token: String?
    let accessToken: String?
    let form: Node.JSONForm
    /// Rules without comments.
    let isStrict: Bool
    let isPretty: Bool
    let isSilent: Bool
    let wantsEntityTag: Bool
    let ifMatch: String?
    let ifNoneMatch: String?
    let isDryRun: Bool
    let query: Query
    /// What an administrator wants `auth` to be.
    let override: JSONValue?
    /// How long a read may take.
    let timeout: Duration?
    /// How much a write may change; nil for what is set for the database.
    let writeSizeLimit: WriteSizeLimit?
    /// The name of the file that a browser shall make of the answer.
    let download: String?

    private static let entityTagHeader = HTTPField.Name("x-firebase-etag")
    private static let overrideHeader = HTTPField.Name("x-http-method-override")
    private static let maxPathBytes = 32_768

    /// - Throws: `DatabaseRefusal` with what is wrong.
    init(_ request: Request) throws(DatabaseRefusal) {
        let query = DatabaseQueryText.parameters(of: request.uri.query ?? "")
        // A script of another page would get what the answer holds, with whatever credential the address carries.
        if query["callback"] != nil {
            throw .bad("callback is not supported: every page may read the answer itself, for instance with fetch.")
        }
        if let name = query.keys.filter({ !Self.known.contains($0) && !Query.parameterNames.contains($0) }).min() {
            throw .bad("This request does not support one of the query parameters: there is no \"\(name.prefix(64))\".")
        }
        method = try Self.method(of: request, override: query["x-http-method-override"])
        (path, isPriority, setting) = try Self.place(request.uri.path)
        namespace = query["ns"]
        token = query["auth"].flatMap { $0.isEmpty ? nil : $0 }
        accessToken = query["access_token"] ?? request.bearerToken
        let isShallow = query["shallow"] == "true"
        switch query["format"] {
        case nil: form = isShallow ? .shallow : .plain
        case _ where isShallow: throw .bad("\"shallow\" and \"format\" cannot be used together.")
        case "export": form = .export
        case "strict" where setting == "rules": form = .plain
        default: throw .bad("format must be \"export\", or \"strict\" for rules.")
        }
        isStrict = query["format"] == "strict"
        switch query["print"] {
        case nil, "pretty", "silent": break
        default: throw .bad("print must be \"pretty\" or \"silent\".")
        }
        isPretty = query["print"] == "pretty"
        isSilent = query["print"] == "silent"
        wantsEntityTag = Self.entityTagHeader.flatMap { request.headers[$0] } == "true"
        ifMatch = request.headers[.ifMatch]
        ifNoneMatch = request.headers[.ifNoneMatch]
        if isSilent, ifMatch != nil { throw .bad("print=silent and if-match cannot be used together.") }
        timeout = try query["timeout"].map(Self.timeout)
        writeSizeLimit = try query["writeSizeLimit"].map(Self.writeSizeLimit)
        download = query["download"].unlessEmpty
        isDryRun = query["dryRun"] == "true"
        do throws(QueryError) {
            self.query = try Query(parameters: query, isShallow: form == .shallow)
        } catch {
            throw .bad(error.description)
        }
        do throws(TreeError) {
            override = try query["auth_variable_override"].map { text throws(TreeError) in try JSONValue(json: text.utf8) }
        } catch {
            throw .bad("“auth_variable_override” is no JSON: \(error)")
        }
    }

    private static let known: Set<String> = [
        "auth", "access_token", "ac", "ns", "print", "shallow", "format", "x-http-method-override", "writeSizeLimit", "disableTriggers",
        "timeout", "download", "dryRun", "auth_variable_override",
    ]

    private static func method(of request: Request, override: String?) throws(DatabaseRefusal) -> HTTPRequest.Method {
        guard request.method == .post, let name = override ?? overrideHeader.flatMap({ request.headers[$0] }) else { return request.method }
        guard let method = HTTPRequest.Method(rawValue: name.uppercased()), [.get, .put, .post, .patch, .delete].contains(method) else {
            throw .bad("There is no method \"\(name.prefix(16))\".")
        }
        return method
    }

    /// Paths end in `.json`, so that a browser shows the other ones as what they are: nothing.
    private static func place(_ text: String) throws(DatabaseRefusal) -> (TreePath, isPriority: Bool, setting: String?) {
        guard text.utf8.count <= maxPathBytes else { throw .bad("The path is longer than \(maxPathBytes) bytes.") }
        guard text.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8) else {
            throw DatabaseRefusal(.notFound, "Append .json to the path.")
        }
        guard let decoded = decoded(text.utf8.dropLast(ending.utf8.count)) else {
            throw .bad("The path is no UTF-8, or has a % without two hexadecimal digits after it.")
        }
        if let setting = setting(decoded) { return (.root, false, setting) }
        do throws(TreeError) {
            let path = try WritePath(decoded)
            return (path.node, path.isPriority, nil)
        } catch {
            throw .bad(error.description)
        }
    }

    private static let ending = ".json"

    /// Of a path such as `/.settings/rules`. No other place has a name that begins like that.
    private static func setting(_ path: String) -> String? {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return nil }
        let parts = path.split(separator: "/")
        return parts.count == 2 && parts[0] == ".settings" ? String(parts[1]) : nil
    }

    /// Most paths have nothing to decode.
    private static func decoded(_ bytes: Substring.UTF8View) -> String? {
        let text = String(Substring(bytes))
        return bytes.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding : text
    }
}
