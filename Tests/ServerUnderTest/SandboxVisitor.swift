import AsyncHTTPClient
package import Foundation
import LatchkeyAuth
import NIOCore
import NIOHTTP1
import Synchronization

/// A headless browser: follows redirects, keeps cookies, and approves or denies on the sandbox's page as one of its users.
package final class SandboxVisitor: AuthUIDelegate {
    package struct Lost: Error, CustomStringConvertible {
        package let description: String
    }

    private let person: String
    private let says: String
    private let open: (@Sendable (URL) -> Void)?
    private let cookies = Mutex<[String: [String: String]]>([:])

    /// - Parameters:
    ///   - person: A key of the sandbox's users, for example `ada`.
    ///   - isWilling: Whether the user authorizes the app.
    ///   - open: Gets a URL that the system would open an app for; without it, such a URL is an error.
    package init(as person: String, isWilling: Bool = true, open: (@Sendable (URL) -> Void)? = nil) {
        self.person = person
        self.open = open
        says = isWilling ? "allow" : "deny"
    }

    package func present(_ address: String) async throws {
        guard var url = URL(string: address) else { throw Lost(description: "Not an address: \(address)") }
        for _ in 0..<20 {
            let reply = try await send(HTTPClientRequest(url: url.absoluteString), url)
            if let location = reply.location {
                url = try Self.follow(location, from: url)
                if let open, url.scheme?.hasPrefix("http") != true { return open(url) }
            } else if reply.body.contains(#"name="person""#) {
                url = try Self.follow(try await decide(url), from: url)
            } else if reply.body.contains("close this window") {
                return
            } else {
                throw Lost(description: "Status \(reply.status) at \(url.path): \(reply.body.prefix(2000))")
            }
        }
        throw Lost(description: "Too many redirects")
    }

    /// Submits the decision on the sandbox's page through its control API.
    private func decide(_ page: URL) async throws -> String {
        let reply = try await Web.post(
            try Self.follow("/sandbox/approve", from: page).absoluteString,
            json: ["url": page.absoluteString, "person": person, "decision": says])
        guard let next = reply["redirectURL"] else { throw Lost(description: "The sandbox refused: \(reply.text)") }
        return next
    }

    private static func follow(_ location: String, from url: URL) throws -> URL {
        guard let next = URL(string: location, relativeTo: url)?.absoluteURL else { throw Lost(description: "Not an address: \(location)") }
        return next
    }

    private struct Reply {
        let status: UInt
        let location: String?
        let body: String
    }

    private func send(_ request: HTTPClientRequest, _ url: URL) async throws -> Reply {
        var request = request
        let authority = "\(url.host ?? "")\(url.port ?? 0)"
        let jar = cookies.withLock { $0[authority] ?? [:] }
        if !jar.isEmpty { request.headers.add(name: "cookie", value: jar.map { "\($0)=\($1)" }.sorted().joined(separator: "; ")) }
        let response = try await Web.client.execute(request, timeout: .seconds(60))
        for cookie in response.headers["set-cookie"] {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { cookies.withLock { $0[authority, default: [:]][String(pair[0])] = String(pair[1]) } }
        }
        let body = try await response.body.collect(upTo: 1_048_576)
        return Reply(
            status: response.status.code,
            location: (300..<400).contains(response.status.code) ? response.headers.first(name: "location") : nil,
            body: String(decoding: body.readableBytesView, as: UTF8.self))
    }
}
