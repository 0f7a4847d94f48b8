#if canImport(Darwin)
import Foundation

/// Web sockets with URLSession on Apple's systems, which answers pings by itself.
///
/// This file is type-checked on Linux against stand-ins for what Apple's systems have, and has never run: report what does not work.
final class URLSessionWebSocketTransport: WebSocketTransport {
    private let session: URLSession

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.timeoutIntervalForRequest = TimeInterval(WebSocketLimits.silence.end.components.seconds)
        session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    }

    // A session holds its delegate until it is told to end.
    deinit { session.finishTasksAndInvalidate() }

    func exchange(
        with server: WebSocketServer, sending outgoing: AsyncStream<[UInt8]>, _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        guard let url = URL(string: "\(server.isSecure ? "wss" : "ws")://\(server.authority)\(server.path)") else {
            throw WebSocketError("“\(server.authority)” is no address.")
        }
        var request = URLRequest(url: url)
        request.setValue("Firebase/5/latchkey/apple/swift", forHTTPHeaderField: "User-Agent")
        let socket = session.webSocketTask(with: request)
        socket.maximumMessageSize = WebSocketLimits.maxFrameBytes
        socket.resume()
        defer { socket.cancel(with: .normalClosure, reason: nil) }
        try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await text in outgoing { try await socket.send(.string(String(decoding: text, as: UTF8.self))) }
                }
                group.addTask {
                    while true {
                        guard case .string(let text) = try await socket.receive() else { return }
                        try await take(Array(text.utf8))
                    }
                }
                group.addTask {
                    while true {
                        try await Task.sleep(for: WebSocketLimits.silence.ping)
                        socket.sendPing { _ in }
                    }
                }
                // Whichever ends first ends the socket.
                defer { group.cancelAll() }
                try await group.next()
            }
        } onCancel: {
            socket.cancel(with: .normalClosure, reason: nil)
        }
    }

    private final class NoRedirects: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest
        ) async -> URLRequest? { nil }
    }
}
#endif
