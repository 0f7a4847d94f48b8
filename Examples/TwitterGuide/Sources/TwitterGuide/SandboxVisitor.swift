import Foundation
import HTTPTypes
import LatchkeyAuth
import Synchronization

/// A headless browser that follows redirects, keeps cookies, and approves the sandbox's page as one of its users.
final class SandboxVisitor: AuthUIDelegate {
    struct Lost: Error, CustomStringConvertible {
        let description: String
    }

    private let person: String
    private let cookies = Mutex<[String: [String: String]]>([:])
    private let transport: any AuthTransport = {
        #if os(Linux)
        AsyncHTTPClientTransport()
        #else
        URLSessionTransport()
        #endif
    }()

    /// Creates a browser.
    ///
    /// - Parameter person: The key of a sandbox user, for example `ada`.
    init(as person: String) {
        self.person = person
    }

    // snippet.S3.4
    func present(_ address: String) async throws {
        guard var url = URL(string: address) else { throw Lost(description: "Not an address: \(address)") }
        for _ in 0..<20 {
            let (response, body) = try await send(.get, url)
            if let location = response.headerFields[.location], response.status.kind == .redirection {
                url = try follow(location, from: url)
            } else if response.status.kind == .successful, body.contains(#"name="person""#) {
                url = try follow(try await approve(url), from: url)
            } else if response.status.kind == .successful, body.contains("close this window") {
                return
            } else {
                throw Lost(description: "Status \(response.status.code) at \(url.path): \(body.prefix(2000))")
            }
        }
        throw Lost(description: "Too many redirects")
    }
    // snippet.end

    /// Approves the sandbox's page through its control API.
    private func approve(_ page: URL) async throws -> String {
        struct Decision: Encodable {
            let url: String
            let person: String
        }
        struct Outcome: Decodable {
            let redirectURL: String
        }
        let decision = try JSONEncoder().encode(Decision(url: page.absoluteString, person: person))
        let (response, body) = try await send(.post, try follow("/sandbox/approve", from: page), Array(decision))
        guard response.status == .ok else { throw Lost(description: "The sandbox refused: \(body)") }
        return try JSONDecoder().decode(Outcome.self, from: Data(body.utf8)).redirectURL
    }

    private func follow(_ location: String, from url: URL) throws -> URL {
        guard let next = URL(string: location, relativeTo: url)?.absoluteURL else {
            throw Lost(description: "Not an address: \(location)")
        }
        return next
    }

    private func send(
        _ method: HTTPRequest.Method, _ url: URL, _ body: [UInt8] = []
    ) async throws -> (HTTPResponse, String) {
        let text = url.absoluteString
        let scheme = url.scheme ?? "http"
        let authority = text.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" }
        let target = text.dropFirst(scheme.count + 3 + authority.count).prefix { $0 != "#" }
        var request = HTTPRequest(
            method: method, scheme: scheme, authority: String(authority), path: target.isEmpty ? "/" : String(target))
        if !body.isEmpty { request.headerFields[.contentType] = "application/json" }
        let jar = cookies.withLock { $0[String(authority)] ?? [:] }
        if !jar.isEmpty {
            request.headerFields[.cookie] = jar.map { "\($0)=\($1)" }.sorted().joined(separator: "; ")
        }
        let reply = try await transport.send(request, body: body)
        for cookie in reply.response.headerFields[values: .setCookie] {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            if pair.count == 2 {
                cookies.withLock { $0[String(authority), default: [:]][String(pair[0])] = String(pair[1]) }
            }
        }
        return (reply.response, String(decoding: reply.body, as: UTF8.self))
    }
}
