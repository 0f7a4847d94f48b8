// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyTree

/// What a request over HTTP asks for: the place, and how it wants the answer.
struct DatabaseAsk {
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
    let isPretty: Bool
    let isSilent: Bool
    let wantsEntityTag: Bool
    let ifMatch: String?
    let ifNoneMatch: String?
    let isDryRun: Bool
    let query: Query
    /// What an administrator wants `auth` to be.
    let override: JSONValue?

    private static let entityTagHeader = HTTPField.Name("x-firebase-etag")
    private static let overrideHeader = HTTPField.Name("x-http-method-override")
    private static let maxPathBytes = 32_768

    /// - Throws: `DatabaseRefusal` with what is wrong.
    init(_ request: Request) throws(DatabaseRefusal) {
        var query: [String: String] = [:]
        for (name, value) in request.uri.queryParameters { query[String(name)] = String(value) }
        for name in query.keys where !Self.known.contains(name) && !Query.parameterNames.contains(name) {
            throw .bad("There is no query parameter \"\(name.prefix(64))\" here.")
        }
        method = try Self.method(of: request, override: query["x-http-method-override"])
        (path, isPriority, setting) = try Self.place(request.uri.path)
        namespace = query["ns"]
        token = query["auth"].flatMap { $0.isEmpty ? nil : $0 }
        accessToken = query["access_token"] ?? Self.bearer(request)
        switch (query["shallow"], query["format"]) {
        case ("true", nil): form = .shallow
        case ("true", _): throw .bad("\"shallow\" and \"format\" cannot be used together.")
        case (_, "export"): form = .export
        default: form = .plain
        }
        isPretty = query["print"] == "pretty"
        isSilent = query["print"] == "silent"
        wantsEntityTag = Self.entityTagHeader.flatMap { request.headers[$0] } == "true"
        ifMatch = request.headers[.ifMatch]
        ifNoneMatch = request.headers[.ifNoneMatch]
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

    private static func bearer(_ request: Request) -> String? {
        guard let header = request.headers[.authorization], header.hasPrefix("Bearer ") else { return nil }
        return String(header.dropFirst(7))
    }

    /// Paths end in `.json`, so that a browser shows the other ones as what they are: nothing.
    private static func place(_ text: String) throws(DatabaseRefusal) -> (TreePath, isPriority: Bool, setting: String?) {
        guard text.utf8.count <= maxPathBytes else { throw .bad("The path is longer than \(maxPathBytes) bytes.") }
        guard text.hasSuffix(".json"), let decoded = String(text.dropLast(5)).removingPercentEncoding else {
            throw DatabaseRefusal(.notFound, "Append .json to the path.")
        }
        var parts = decoded.split(separator: "/").map(String.init)
        if parts.first == ".settings", parts.count == 2 { return (.root, false, parts[1]) }
        let isPriority = parts.last == ".priority"
        if isPriority { parts.removeLast() }
        do throws(TreeError) {
            return (try TreePath(parts.joined(separator: "/")), isPriority, nil)
        } catch {
            throw .bad(error.description)
        }
    }
}
