/// Sends requests to a certificate authority. Tests have one without a network.
package protocol ACMETransport: Sendable {
    /// - Throws: ``ACMEError/unreachable(_:)``.
    func send(_ request: ACMERequest) async throws -> ACMEReply
}

/// A request to a certificate authority.
package struct ACMERequest: Sendable, Equatable {
    package enum Method: String, Sendable { case get = "GET", head = "HEAD", post = "POST" }

    package let method: Method
    package let url: String
    package var body: [UInt8] = []
}

/// A response of a certificate authority.
package struct ACMEReply: Sendable, Equatable {
    package let status: Int
    /// The headers, with names in lower case.
    package let headers: [String: String]
    package let body: [UInt8]

    package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}
