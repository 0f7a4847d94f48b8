package import Foundation

/// A conversation with a certificate authority: signs requests, and keeps the nonce for the next one.
package actor ACMESession {
    /// The account at the authority; `nil` before it is registered.
    package private(set) var account: String?
    package let key: AccountKey
    private let directoryURL: String
    private let transport: any ACMETransport
    private let now: @Sendable () -> Date
    private var directory: ACMEDirectory?
    private var nonce: String?

    /// Authorities refuse a nonce that is too old, or was issued by another of their machines; the response has another one (RFC 8555,
    /// section 6.5).
    static let maxNonces = 20
    static let maxURLBytes = 2_048

    package init(
        directory: String, key: AccountKey, account: String?, transport: any ACMETransport, now: @escaping @Sendable () -> Date
    ) {
        directoryURL = directory
        (self.key, self.account, self.transport, self.now) = (key, account, transport, now)
    }

    // MARK: The account

    /// Registers the key, or finds the account that has it already (RFC 8555, section 7.3). The caller has the agreement of the operator to
    /// the terms of service.
    ///
    /// - Returns: The URL of the account, and the URL of the terms of service.
    package func register(contact: [String]) async throws -> (account: String, terms: String?) {
        account = nil
        let directory = try await openDirectory()
        if directory.meta?.externalAccountRequired == true {
            throw ACMEError.unsupported("The certificate authority requires an account binding (EAB), which Latchkey does not support.")
        }
        let reply = try await post(NewAccount(termsOfServiceAgreed: true, contact: contact), to: directory.newAccount)
        let url = try Self.checked(reply.headers["location"])
        account = url
        // An account that exists keeps its contact.
        if reply.status == 200 { try await update(contact: contact) }
        return (url, directory.meta?.termsOfService)
    }

    /// Changes the contact of the account.
    package func update(contact: [String]) async throws {
        guard let account else { return }
        _ = try await post(AccountUpdate(contact: contact), to: account)
    }

    // MARK: Orders

    /// Orders a certificate for DNS names.
    ///
    /// - Returns: The order and its URL.
    func order(_ names: [String]) async throws -> (url: String, order: ACMEOrder) {
        let directory = try await openDirectory()
        let reply = try await post(NewOrder(identifiers: names.map { .dns($0) }), to: directory.newOrder)
        return (try Self.checked(reply.headers["location"]), try Self.decode(ACMEOrder.self, from: reply))
    }

    /// Reads a resource (POST-as-GET, RFC 8555, section 6.3).
    ///
    /// - Returns: The resource, and the seconds after which the authority wants to be asked again.
    func read<Value: Decodable>(_ type: Value.Type, at url: String) async throws -> (value: Value, retryAfter: Double?) {
        let reply = try await post(nil, to: url)
        return (try Self.decode(type, from: reply), RetryAfter.seconds(reply.headers["retry-after"], at: now()))
    }

    /// Reads the chain of an issued certificate, in PEM.
    func chain(at url: String) async throws -> [UInt8] { try await post(nil, to: url).body }

    func send(_ payload: any Encodable, to url: String) async throws { _ = try await post(payload, to: url) }

    // MARK: Requests

    private func openDirectory() async throws -> ACMEDirectory {
        if let directory { return directory }
        let reply = try await transport.send(ACMERequest(method: .get, url: try Self.checked(directoryURL)))
        guard reply.status == 200 else { throw refusal(reply) }
        let directory = try Self.decode(ACMEDirectory.self, from: reply)
        self.directory = directory
        return directory
    }

    private func post(_ payload: (any Encodable)?, to url: String) async throws -> ACMEReply {
        let url = try Self.checked(url)
        let payload = try payload.map { Array(try SignedRequest.encoder.encode($0)) }
        var refused = 0
        while true {
            let request = try SignedRequest(payload, to: url, nonce: try await takeNonce(), account: account, key: key)
            let reply = try await transport.send(ACMERequest(method: .post, url: url, body: try request.bytes))
            keepNonce(of: reply)
            if (200..<300).contains(reply.status) { return reply }
            let error = refusal(reply)
            refused += 1
            guard error.problem?.isACME("badNonce") == true, refused < Self.maxNonces else { throw error }
        }
    }

    private func takeNonce() async throws -> String {
        if nonce == nil {
            let reply = try await transport.send(ACMERequest(method: .head, url: try Self.checked(try await openDirectory().newNonce)))
            guard (200..<300).contains(reply.status) else { throw refusal(reply) }
            keepNonce(of: reply)
        }
        guard let taken = nonce else { throw ACMEError.unsupported("The certificate authority sent no nonce.") }
        nonce = nil
        return taken
    }

    private func keepNonce(of reply: ACMEReply) {
        guard let text = reply.headers["replay-nonce"], Self.isBase64URL(text) else { return }
        nonce = text
    }

    private func refusal(_ reply: ACMEReply) -> ACMEError {
        let problem = try? JSONDecoder().decode(ACMEProblem.self, from: Data(reply.body))
        return .refused(
            problem ?? ACMEProblem(type: "about:blank", detail: "status \(reply.status) without a problem document"),
            retryAfterSeconds: RetryAfter.seconds(reply.headers["retry-after"], at: now()))
    }

    // MARK: Checks

    private static func decode<Value: Decodable>(_ type: Value.Type, from reply: ACMEReply) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(reply.body))
        } catch {
            throw ACMEError.unsupported("The certificate authority sent no valid \(type).")
        }
    }

    /// Refuses addresses without TLS, because a response decides which certificate the server uses.
    private static func checked(_ url: String?) throws -> String {
        guard let url, url.hasPrefix("https://"), url.utf8.count <= maxURLBytes, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ACMEError.unsupported("The certificate authority sent no https URL where one is required.")
        }
        return url
    }

    static func isBase64URL(_ text: String) -> Bool {
        (1...512).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
