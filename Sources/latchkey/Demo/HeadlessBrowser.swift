#if Sandbox
import AsyncHTTPClient
import LatchkeyAuth
import LatchkeyOAuth
import NIOCore
import NIOHTTP1

/// A simulated user with a browser: follows redirects, stores cookies, and submits the sandbox's consent page.
actor HeadlessBrowser: AuthUIDelegate {
    private nonisolated let client: HTTPClient
    private nonisolated let story: Story
    private var cookies: [String: [String: String]] = [:]
    /// The sandbox person, and the decision on the consent page.
    private let person: String
    private let decision: String

    private static let maxPages = 12

    init(client: HTTPClient, story: Story, person: String, deciding decision: String = "allow") {
        self.client = client
        self.story = story
        self.person = person
        self.decision = decision
    }

    /// Returns a second browser without this one's cookies.
    nonisolated func another(for person: String, deciding decision: String) -> HeadlessBrowser {
        HeadlessBrowser(client: client, story: story, person: person, deciding: decision)
    }

    nonisolated func present(_ address: String) async throws {
        try await visit(address)
    }

    /// Visits an address and follows redirects and consent pages to the last page.
    ///
    /// - Returns: The address of the last page.
    @discardableResult
    func visit(_ address: String, stoppingAt stop: String? = nil) async throws -> String {
        var address = address
        var form: String?
        for _ in 0..<Self.maxPages {
            let page = try await load(address, form: form)
            form = nil
            if let location = page.location {
                address = location
                if let stop, address.hasPrefix(stop) { return address }
            } else if let consent = ConsentForm(page.text) {
                story.tell("\(person) presses \"\(decision)\" on the provider's page")
                form = consent.filled(person: person, action: decision)
            } else if let next = ConsentForm.continueLink(page.text) {
                address = next
                if let stop, address.hasPrefix(stop) { return address }
            } else {
                return address
            }
        }
        throw Failure("Too many redirects at \(address.prefix(80))")
    }

    private func load(_ address: String, form: String?) async throws -> (location: String?, text: String) {
        guard let origin = Self.origin(of: address) else { throw Failure("Not a URL: \(address.prefix(80))") }
        var request = HTTPClientRequest(url: address)
        if let jar = cookies[origin], !jar.isEmpty {
            request.headers.add(
                name: "cookie", value: jar.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))
        }
        if let form {
            request.method = .POST
            request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
            request.headers.add(name: "origin", value: origin)
            request.body = .bytes(ByteBuffer(string: form))
        }
        let response = try await client.execute(request, timeout: .seconds(15))
        for line in response.headers["set-cookie"] {
            let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { cookies[origin, default: [:]][String(pair[0])] = String(pair[1]) }
        }
        let text = String(buffer: try await response.body.collect(upTo: 1_048_576))
        guard (300..<400).contains(response.status.code), let location = response.headers.first(name: "location") else {
            guard response.status.code < 400 else {
                throw Failure("\(address.prefix(80)) responded with \(response.status.code): \(text.prefix(200))")
            }
            return (nil, text)
        }
        return (location.hasPrefix("/") ? origin + location : location, text)
    }

    private static func origin(of address: String) -> String? {
        guard let mark = address.firstRange(of: "://") else { return nil }
        return String(address[..<mark.upperBound] + address[mark.upperBound...].prefix { !"/?#".contains($0) })
    }
}

/// The consent form of a page, with its hidden fields.
struct ConsentForm {
    private var hidden = Parameters([Parameter]())

    /// - Returns: `nil` for a page without a consent form.
    init?(_ html: String) {
        guard let start = html.firstRange(of: "<form method=\"post\">"), html.contains("name=\"action\" value=\"allow\"") else {
            return nil
        }
        let rest = html[start.upperBound...]
        let form = rest[..<(rest.firstRange(of: "</form>")?.lowerBound ?? rest.endIndex)]
        for input in form.split(separator: "<input ").dropFirst() where input.hasPrefix("type=\"hidden\"") {
            guard let name = Self.attribute("name", of: input), let value = Self.attribute("value", of: input) else { continue }
            hidden.append(name, value)
        }
    }

    func filled(person: String, action: String) -> String {
        var fields = hidden
        fields.append("person", person)
        fields.append("action", action)
        return fields.formEncoded
    }

    /// Returns the link that leads back to the app.
    static func continueLink(_ html: String) -> String? {
        guard let start = html.firstRange(of: "id=\"continue\"") else { return nil }
        return attribute("href", of: html[start.upperBound...].prefix { $0 != ">" })
    }

    private static func attribute(_ name: String, of tag: Substring) -> String? {
        guard let start = tag.firstRange(of: name + "=\"") else { return nil }
        let value = tag[start.upperBound...].prefix { $0 != "\"" }
        return [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
            .reduce(String(value)) { $0.replacing($1.0, with: $1.1) }
    }
}
#endif
