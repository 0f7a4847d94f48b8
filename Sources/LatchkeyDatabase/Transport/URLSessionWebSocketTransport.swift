#if canImport(Darwin)
import Foundation

/// A WebSocket transport that uses URLSession on Apple platforms, which responds to pings automatically.
///
/// This file is type-checked on Linux against stubs of Apple's APIs, and has never been run. Report problems.
final class URLSessionWebSocketTransport: WebSocketTransport {
    private let session: URLSession

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.timeoutIntervalForRequest = TimeInterval(WebSocketLimits.silence.end.components.seconds)
        session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    }

    // A session retains its delegate until it is invalidated.
    deinit { session.finishTasksAndInvalidate() }

    func exchange(
        with server: WebSocketServer, sending outgoing: AsyncStream<[UInt8]>, _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        guard let url = URL(string: "\(server.isSecure ? "wss" : "ws")://\(server.authority)\(server.path)") else {
            throw WebSocketError("“\(server.authority)” is not a valid address.")
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
                // The first task to end closes the socket.
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
