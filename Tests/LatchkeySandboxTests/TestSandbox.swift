import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Synchronization

/// A clock that only moves when a test moves it.
final class HandClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    var now: Date { time.withLock { $0 } }

    func advance(seconds: Double) {
        time.withLock { $0 += seconds }
    }
}

/// An in-process sandbox, with helpers for tests.
struct TestSandbox: Sendable {
    static let base = "http://127.0.0.1:9100"
    static let callback = "http://127.0.0.1:5000/callback"

    let clock = HandClock()
    let state: SandboxState
    private let transport: SandboxTransport

    init(publicAddresses: [String] = [], _ change: (inout SandboxConfiguration) -> Void = { _ in }) {
        let clock = clock
        var configuration = SandboxConfiguration(publicAddresses: publicAddresses, now: { clock.now })
        change(&configuration)
        state = SandboxState(configuration)
        transport = SandboxTransport(state)
    }

    func send(_ request: ProviderRequest) async throws -> ProviderReply {
        try await transport.send(request)
    }

    func get(_ path: String, headers: HTTPFields = [:]) async throws -> ProviderReply {
        try await send(ProviderRequest(method: .get, url: "\(Self.base)\(path)", headerFields: headers))
    }

    func post(_ path: String, form: LatchkeyOAuth.Parameters, headers: HTTPFields = [:]) async throws -> ProviderReply {
        try await send(ProviderRequest(postingForm: form, to: "\(Self.base)\(path)", headerFields: headers))
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, json: String, headers: HTTPFields = [:]
    ) async throws -> ProviderReply {
        var headers = headers
        headers[.contentType] = "application/json"
        return try await send(
            ProviderRequest(method: method, url: "\(Self.base)\(path)", headerFields: headers, body: Array(json.utf8)))
    }
}

extension ProviderReply {
    var text: String { String(decoding: body, as: UTF8.self) }

    var form: LatchkeyOAuth.Parameters {
        get throws { try LatchkeyOAuth.Parameters(formEncoded: body) }
    }

    /// The body as JSON, for comparing members.
    var json: [String: Any] {
        get throws { try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] ?? [:] }
    }

    func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { head.headerFields[$0] }
    }

    /// Status and body in one text, as the tables expect them.
    var summary: String { "\(head.status.code) \(text)" }
}

/// The parameters in the query of a URL.
func query(of address: String) throws -> LatchkeyOAuth.Parameters {
    let parts = address.split(separator: "?", maxSplits: 1)
    return try LatchkeyOAuth.Parameters(formEncoded: parts.count == 2 ? String(parts[1]) : "")
}
