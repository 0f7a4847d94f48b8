import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyTree
import LatchkeyWeb

/// A parsed REST request: the location, and the parameters of the response.
package struct DatabaseRequest {
    let method: HTTPRequest.Method
    let path: TreePath
    /// Whether the path is the priority of a node.
    let isPriority: Bool
    /// The database setting that the path names, such as `rules`; `nil` for a location in the tree.
    let setting: String?
    let namespace: String?
    let token: String?
    let accessToken: String?
    let form: Node.JSONForm
    /// Whether to return the rules without comments.
    let isStrict: Bool
    let isPretty: Bool
    let isSilent: Bool
    let wantsEntityTag: Bool
    let ifMatch: String?
    let ifNoneMatch: String?
    let isDryRun: Bool
    let query: Query
    /// The value of `auth` that an administrator requests.
    let override: JSONValue?
    /// The maximum duration of a read.
    let timeout: Duration?
    /// The maximum size of a write; `nil` for the default of the database.
    let writeSizeLimit: WriteSizeLimit?
    /// The name under which a browser saves the response.
    let download: String?

    private static let entityTagHeader = HTTPField.Name("x-firebase-etag")
    private static let overrideHeader = HTTPField.Name("x-http-method-override")
    private static let maxPathBytes = 32_768

    /// - Throws: `DatabaseRefusal` if the request is invalid.
    init(_ request: Request) throws(DatabaseRefusal) {
        let query = DatabaseQueryText.parameters(of: request.uri.query ?? "")
        // JSONP would let a script on any page read the response with the credential in the URL.
        if query["callback"] != nil {
            throw .bad("callback is not supported. Any page can read the response, for example with fetch.")
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
            throw .bad("“auth_variable_override” is not valid JSON: \(error)")
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

    /// Parses a path. Paths must end in `.json`.
    private static func place(_ text: String) throws(DatabaseRefusal) -> (TreePath, isPriority: Bool, setting: String?) {
        guard text.utf8.count <= maxPathBytes else { throw .bad("The path is longer than \(maxPathBytes) bytes.") }
        guard text.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8) else {
            throw DatabaseRefusal(.notFound, "Append .json to the path.")
        }
        guard let decoded = decoded(text.utf8.dropLast(ending.utf8.count)) else {
            throw .bad("The path is not valid UTF-8, or has a % that is not followed by two hexadecimal digits.")
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

    /// Returns the setting of a path such as `/.settings/rules`. No other location has a key that begins with a period.
    private static func setting(_ path: String) -> String? {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return nil }
        let parts = path.split(separator: "/")
        return parts.count == 2 && parts[0] == ".settings" ? String(parts[1]) : nil
    }

    /// Decodes percent encoding. Most paths contain none.
    private static func decoded(_ bytes: Substring.UTF8View) -> String? {
        let text = String(Substring(bytes))
        return bytes.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding : text
    }
}
