#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads from descriptors with a limit on time.
struct BoundedInput {
    private let end: ContinuousClock.Instant

    init(for duration: Duration) {
        end = .now + duration
    }

    var isOver: Bool { ContinuousClock.now >= end }

    /// The result of one read.
    enum Piece {
        case bytes([UInt8])
        case end
        case failure(CInt)
    }

    /// Waits until one of several descriptors has something to read.
    ///
    /// - Returns: The positions of these descriptors; `nil` when the time is over.
    func wait(for descriptors: [CInt]) -> [Int]? {
        while !isOver {
            var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let left = (end - .now) / .milliseconds(1)
            let count = poll(&polled, nfds_t(polled.count), CInt(max(1, min(left, 60_000))))
            if count > 0 { return polled.indices.filter { polled[$0].revents != 0 } }
            if count < 0, errno != EINTR { return Array(descriptors.indices) }
        }
        return nil
    }

    static func read(_ descriptor: CInt, upTo maxBytes: Int) -> Piece {
        var bytes = [UInt8](repeating: 0, count: maxBytes)
        while true {
            let count = bytes.withUnsafeMutableBytes { buffer in
                #if canImport(Glibc)
                Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                #elseif canImport(Musl)
                Musl.read(descriptor, buffer.baseAddress, buffer.count)
                #else
                Darwin.read(descriptor, buffer.baseAddress, buffer.count)
                #endif
            }
            if count > 0 { return .bytes(Array(bytes.prefix(count))) }
            if count == 0 { return .end }
            if errno != EINTR { return .failure(errno) }
        }
    }
}
