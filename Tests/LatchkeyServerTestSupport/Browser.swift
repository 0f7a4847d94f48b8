import Foundation
package import HTTPTypes
import LatchkeyOAuth
import Testing

/// A browser that keeps cookies and does not follow redirects.
package struct Browser {
    package let caller: TestServer.Caller
    package var cookies: [String: String] = [:]
    /// The whole `Set-Cookie` lines of the last response.
    package var lastCookies: [String] = []

    package init(caller: TestServer.Caller, cookies: [String: String] = [:], lastCookies: [String] = []) {
        self.caller = caller
        self.cookies = cookies
        self.lastCookies = lastCookies
    }

    package mutating func open(_ uri: String) async throws -> Reply { try await send(.get, uri, headers: [:], form: nil) }

    package mutating func post(_ uri: String, _ form: [(String, String)], headers: HTTPFields = [:]) async throws -> Reply {
        try await send(.post, uri, headers: headers, form: form)
    }

    private mutating func send(
        _ method: HTTPRequest.Method, _ uri: String, headers: HTTPFields, form: [(String, String)]?
    ) async throws -> Reply {
        var headers = headers
        if !cookies.isEmpty { headers[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
        if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
        let body = form.map { $0.map { $0.0 + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&") }
        let reply = try await caller.send(method, uri, headers: headers, body: body)
        lastCookies = reply.headers[values: .setCookie]
        for line in lastCookies {
            let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            cookies[String(pair[0])] = pair[1].isEmpty ? nil : String(pair[1])
        }
        return reply
    }

    /// Signs in at a mock provider, up to the page that shows the outcome.
    package mutating func signIn(_ provider: String, code: String, start: Reply? = nil) async throws -> Reply {
        var begun = start
        if begun == nil { begun = try await open("/sign-in/start?provider=\(provider)") }
        return try await comeBack(from: begun?.headers[.location] ?? "", code: code)
    }

    package mutating func comeBack(from location: String, code: String) async throws -> Reply {
        let sent = try Parameters(formEncoded: String(location.split(separator: "?", maxSplits: 1).last ?? ""))
        let back = try await open("/__/auth/handler?code=\(code)&state=\(sent["state"] ?? "")")
        let finish = try #require(back.headers[.location])
        return try await open(String(finish.dropFirst("https://auth.example.org".count)))
    }
}

/// The value of a form's field.
package func field(_ name: String, of page: Reply) throws -> String {
    let mark = try #require(page.text.range(of: "name=\"\(name)\" value=\""), "\(page.text)")
    return String(page.text[mark.upperBound...].prefix { $0 != "\"" })
}
