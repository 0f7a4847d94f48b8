import HTTPTypes
import LatchkeyAuth
import Synchronization

/// A Twitter that returns the same response to every request, and records the requests.
final class CannedTwitter: AuthTransport {
    private let status: HTTPResponse.Status
    private let body: String
    private let received = Mutex<[HTTPRequest]>([])

    init(_ status: HTTPResponse.Status = .ok, _ body: String) {
        self.status = status
        self.body = body
    }

    var requests: [HTTPRequest] { received.withLock(\.self) }

    func send(_ request: HTTPRequest, body: [UInt8]) async throws -> (response: HTTPResponse, body: [UInt8]) {
        received.withLock { $0.append(request) }
        return (HTTPResponse(status: status), Array(self.body.utf8))
    }
}
