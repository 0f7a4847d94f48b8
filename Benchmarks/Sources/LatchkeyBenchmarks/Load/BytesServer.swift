import Foundation

/// The baseline for a server with large responses: it sends the same bytes for every request and does nothing else.
///
/// Each connection has its own thread, which blocks.
final class BytesServer: Sendable {
    let port: Int
    private let listener: Int32

    init(_ byteCount: Int) throws {
        port = try FreePort.find()
        listener = try LoopbackSocket.listen(port: port)
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(byteCount)\r\n\r\n"
        let reply = Array(head.utf8) + [UInt8](repeating: 0x61, count: byteCount)
        Thread.detachNewThread { [listener] in
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else { return }
                Thread.detachNewThread {
                    defer { close(socket) }
                    while (try? LoopbackSocket.read(from: socket, until: "\r\n\r\n")) != nil {
                        guard (try? LoopbackSocket.send(reply, to: socket)) != nil else { return }
                    }
                }
            }
        }
    }

    deinit {
        // Wakes the accepting thread; closing alone does not.
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}
