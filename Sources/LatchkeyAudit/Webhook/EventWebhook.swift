public import AsyncHTTPClient
public import LatchkeyIdentity
public import LatchkeySecrets
import NIOCore
import NIOHTTP1

/// A stream of signed `POST` requests to a webhook (Standard Webhooks).
///
/// Requests are sent one after the other, in the order of the events. A request is repeated until the webhook accepts it with a status of
/// the range 200 to 299; its identifier and its body then stay the same.
public actor EventWebhook: EventReceiver {
    /// The stream.
    public nonisolated let stream = EventStream.webhook
    /// The URL without its query.
    public nonisolated let place: String
    /// The maximum number of events in a request.
    public nonisolated let maxEntries = 100
    /// The timeout for a request and its response.
    public static let timeout: Duration = .seconds(15)

    private let url: String
    private let signature: StandardWebhookSignature
    private let send: @Sendable (HTTPClientRequest, Duration) async throws -> UInt
    private let now: WallClock
    /// The entries that are being repeated.
    private var pending: [StreamedEvent] = []
    /// The number of the last entry that the webhook accepted. The position in the store may be behind it.
    private var accepted: Int64 = 0

    /// Creates a stream to a webhook.
    ///
    /// - Parameters:
    ///   - url: The URL of the webhook.
    ///   - signature: The signature of the requests.
    ///   - send: Sends a request within a timeout, and returns the status of the response. It must not follow redirects, because the
    ///     events are for this URL only.
    ///   - now: The clock for the timestamp of a request.
    public init(
        url: String, signature: StandardWebhookSignature, send: @escaping @Sendable (HTTPClientRequest, Duration) async throws -> UInt,
        now: @escaping WallClock
    ) {
        self.url = url
        place = String(url.prefix { $0 != "?" })
        self.signature = signature
        self.send = send
        self.now = now
    }

    /// Sends one request.
    ///
    /// - Throws: ``EventDeliveryError`` for any status outside of 200 to 299, and if the webhook cannot be reached.
    public func deliver(_ entries: [StreamedEvent]) async throws {
        // More events may wait than at the first attempt. Those of the first attempt are repeated alone, under the same identifier.
        var rest = entries.drop { $0.sequence <= accepted }
        if !pending.isEmpty, rest.starts(with: pending) {
            try await sendPending()
            rest = rest.drop { $0.sequence <= accepted }
        }
        guard !rest.isEmpty else { return }
        pending = Array(rest)
        try await sendPending()
    }

    private func sendPending() async throws {
        let lines = try pending.map { try EventLine($0).json() }
        let body = Array("{\"events\":[".utf8) + Array(lines.joined(separator: [0x2c])) + Array("]}".utf8)
        let (id, timestamp) = (Self.id(of: pending), now().secondsSince1970)
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: StandardWebhookSignature.idHeader, value: id)
        request.headers.add(name: StandardWebhookSignature.timestampHeader, value: String(timestamp))
        request.headers.add(
            name: StandardWebhookSignature.signatureHeader, value: signature.text(id: id, timestamp: timestamp, body: body))
        request.body = .bytes(body)
        let status: UInt
        do {
            status = try await send(request, Self.timeout)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw EventDeliveryError("The webhook \(place) cannot be reached: \(error)")
        }
        guard (200..<300).contains(status) else { throw EventDeliveryError("The webhook \(place) responded with status \(status).") }
        accepted = pending.last?.sequence ?? accepted
        pending = []
    }

    /// The same entries have the same identifier, also after a restart. The link distinguishes them from those of a record that was restored
    /// from a backup and continued differently.
    private static func id(of entries: [StreamedEvent]) -> String {
        var id = "audit_\(entries.first?.sequence ?? 0)_\(entries.last?.sequence ?? 0)"
        if case .event(_, let link?, _)? = entries.last { id += "_" + link.hex.prefix(16) }
        return id
    }
}
