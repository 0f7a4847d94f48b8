import Foundation

/// Socket calls for connections on this machine.
enum LoopbackSocket {
    /// - Parameter receiveBytes: The size of the socket's receive buffer; `nil` for the system's default.
    /// - Throws: ``BenchmarkFailure`` if the port is closed.
    static func connect(port: Int, receiveBytes: Int32? = nil) throws -> Int32 {
        let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw BenchmarkFailure("no socket: \(String(cString: strerror(errno)))") }
        if var receiveBytes { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBytes, socklen_t(MemoryLayout<Int32>.size)) }
        let connected = withAddress(of: port) { Foundation.connect(socket, $0, $1) }
        guard connected == 0 else {
            let reason = String(cString: strerror(errno))
            close(socket)
            throw BenchmarkFailure("port \(port): \(reason)")
        }
        var one: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        return socket
    }

    /// Returns a socket that listens on a port, which must be free.
    static func listen(port: Int) throws -> Int32 {
        let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0, withAddress(of: port, { bind(socket, $0, $1) }) == 0, Foundation.listen(socket, 128) == 0 else {
            throw BenchmarkFailure("port \(port): \(String(cString: strerror(errno)))")
        }
        return socket
    }

    private static func withAddress(of port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }

    /// Sends all bytes.
    static func send(_ bytes: [UInt8], to socket: Int32) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { Foundation.send(socket, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw BenchmarkFailure("the server closed the connection while a request was sent") }
            sent += count
        }
    }

    /// Reads until the bytes contain a text, and returns all bytes read.
    static func read(from socket: Int32, until text: String) throws -> String {
        var read = [UInt8]()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: read, as: UTF8.self).contains(text) {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else {
                throw BenchmarkFailure(
                    "the server closed the connection instead of saying \(text): \(String(decoding: read, as: UTF8.self))")
            }
            read += buffer[..<count]
        }
        return String(decoding: read, as: UTF8.self)
    }
}
