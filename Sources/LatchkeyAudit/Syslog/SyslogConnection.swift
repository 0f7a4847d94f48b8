import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A socket to a syslog server, with calls that block.
final class SyslogConnection: Sendable {
    private let address: SyslogAddress
    /// The open socket; -1 for none.
    private let descriptor = Mutex<Int32>(-1)

    /// The time that a call waits for the receiver, in seconds.
    private static let timeoutSeconds = 10

    #if canImport(Glibc)
    private static let (streamType, datagramType) = (Int32(SOCK_STREAM.rawValue), Int32(SOCK_DGRAM.rawValue))
    #else
    private static let (streamType, datagramType) = (SOCK_STREAM, SOCK_DGRAM)
    #endif

    #if canImport(Darwin)
    private static let sendFlags: Int32 = 0
    #else
    // A connection that the receiver closed is an error of the call, and not a signal to the process.
    private static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif

    init(_ address: SyslogAddress) {
        self.address = address
    }

    deinit {
        descriptor.withLock { if $0 >= 0 { close($0) } }
    }

    /// Sends each part with one call for datagrams, or all bytes on a connection.
    ///
    /// - Throws: ``EventDeliveryError``. The next call then connects again.
    func send(_ parts: [[UInt8]]) throws {
        try descriptor.withLock { descriptor in
            do {
                if descriptor >= 0, Self.isClosedByPeer(descriptor) { Self.drop(&descriptor) }
                if descriptor < 0 { descriptor = try connected() }
                for part in parts { try send(part, to: descriptor) }
                try waitUntilConfirmed(descriptor)
            } catch {
                Self.drop(&descriptor)
                throw error
            }
        }
    }

    private static func drop(_ descriptor: inout Int32) {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    private func send(_ bytes: [UInt8], to descriptor: Int32) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { sendBytes(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw problem("does not take messages") }
            sent += count
        }
    }

    private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.send(descriptor, bytes.baseAddress, bytes.count, Self.sendFlags)
        #elseif canImport(Musl)
        Musl.send(descriptor, bytes.baseAddress, bytes.count, Self.sendFlags)
        #else
        Glibc.send(descriptor, bytes.baseAddress, bytes.count, Self.sendFlags)
        #endif
    }

    /// Syslog receivers send nothing, so a readable connection is one that they closed.
    private static func isClosedByPeer(_ descriptor: Int32) -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return systemPoll(&poll, 0) > 0
    }

    /// Waits until the kernel of the receiver has confirmed all bytes of a connection, where the system reports it.
    private func waitUntilConfirmed(_ descriptor: Int32) throws {
        #if os(Linux)
        guard case .tcp = address else { return }
        var waitedMilliseconds = 0
        while true {
            var unsent: Int32 = 0
            // SIOCOUTQ: the bytes in the queue that are not confirmed.
            guard ioctl(descriptor, UInt(0x5411), &unsent) == 0 else { throw problem("cannot be asked") }
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard systemPoll(&poll, unsent == 0 ? 0 : 5) == 0 else { throw EventDeliveryError("\(address) closed the connection.") }
            if unsent == 0 { return }
            waitedMilliseconds += 5
            guard waitedMilliseconds < Self.timeoutSeconds * 1000 else { throw EventDeliveryError("\(address) does not confirm messages.") }
        }
        #endif
    }

    // MARK: Connecting

    private func connected() throws -> Int32 {
        switch address {
        case .tcp(let host, let port): try connected(to: host, port, Self.streamType)
        case .udp(let host, let port): try connected(to: host, port, Self.datagramType)
        case .unix(let path): try connected(toSocket: path)
        }
    }

    private func connected(to host: String, _ port: Int, _ type: Int32) throws -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = type
        hints.ai_family = AF_UNSPEC
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &list)
        guard code == 0 else { throw EventDeliveryError("\(address) is not found: \(String(cString: gai_strerror(code))).") }
        defer { freeaddrinfo(list) }
        var last = EventDeliveryError("\(address) has no address.")
        var next = list
        while let info = next?.pointee {
            let opened = socket(info.ai_family, type, 0)
            if opened >= 0 {
                Self.prepare(opened)
                if connect(opened, info.ai_addr, info.ai_addrlen) == 0 { return opened }
                last = problem("cannot be reached")
                close(opened)
            } else {
                last = problem("cannot be reached")
            }
            next = info.ai_next
        }
        throw last
    }

    private func connected(toSocket path: String) throws -> Int32 {
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &target.sun_path) { bytes in
            for (index, byte) in path.utf8.enumerated() where index < bytes.count - 1 { bytes[index] = byte }
        }
        let opened = socket(AF_UNIX, Self.datagramType, 0)
        guard opened >= 0 else { throw problem("cannot be reached") }
        Self.prepare(opened)
        let result = withUnsafePointer(to: target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(opened, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        guard result == 0 else {
            let error = problem("cannot be reached")
            close(opened)
            throw error
        }
        return opened
    }

    /// Child processes do not inherit the socket, and calls do not wait forever. On Linux, the timeout for sending limits connecting too.
    private static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        #if canImport(Darwin)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    private func problem(_ text: String) -> EventDeliveryError {
        EventDeliveryError("\(address) \(text): \(String(cString: strerror(errno))).")
    }
}

private func systemPoll(_ target: inout pollfd, _ milliseconds: Int32) -> Int32 { poll(&target, 1, milliseconds) }
