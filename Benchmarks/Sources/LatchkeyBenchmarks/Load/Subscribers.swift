import Foundation
import Synchronization

/// Many subscribed connections, read by one thread. It counts each mark, such as `"at":`, that is followed by a number: the time of the
/// write in microseconds.
///
/// It does not distinguish server-sent events from WebSocket frames, so that all servers have the same reader.
final class Subscribers: Sendable {
    /// The deliveries that were read.
    struct Count: Sendable {
        var deliveries = 0
        /// The seconds from write to read.
        var latencies: [Double] = []
    }

    private struct State: Sendable {
        var count = Count()
        var isOver = false
        var failure: String?
    }

    private let state = Mutex(State())
    private let sockets: [Int32]
    private let begin: ContinuousClock.Instant
    private let marker: [UInt8]

    /// - Parameters:
    ///   - sockets: The connected and subscribed sockets. They are closed at the end.
    ///   - begin: The start of the microsecond count.
    ///   - mark: The text before the number.
    init(_ sockets: [Int32], since begin: ContinuousClock.Instant, mark: String = #""at":"#) {
        self.sockets = sockets
        marker = Array(mark.utf8)
        self.begin = begin
        Thread.detachNewThread { [self] in read() }
    }

    /// The current time in microseconds, which a writer writes as `at`.
    var now: Double { (begin.duration(to: .now).inSeconds * 1e6).rounded() }

    var deliveries: Int { state.withLock { $0.count.deliveries } }

    /// Returns the deliveries since the last call.
    func take() throws -> Count {
        let (count, failure) = state.withLock { state in
            defer { state.count = Count() }
            return (state.count, state.failure)
        }
        if let failure { throw BenchmarkFailure(failure) }
        return count
    }

    /// Waits for a number of deliveries since the last `take`.
    func wait(for deliveries: Int, seconds: Double) throws {
        let begin = ContinuousClock.now
        while self.deliveries < deliveries {
            if let failure = state.withLock({ $0.failure }) { throw BenchmarkFailure(failure) }
            guard begin.duration(to: .now).inSeconds < seconds else {
                throw BenchmarkFailure("\(self.deliveries) of \(deliveries) deliveries came within \(seconds) s")
            }
            usleep(200)
        }
    }

    func stop() {
        state.withLock { $0.isOver = true }
    }

    private func read() {
        var polled = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var tails = [[UInt8]](repeating: [], count: sockets.count)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !state.withLock({ $0.isOver }) {
            guard poll(&polled, nfds_t(polled.count), 50) > 0 else { continue }
            var times: [Double] = []
            for index in polled.indices where polled[index].revents != 0 {
                let count = recv(polled[index].fd, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                guard count > 0 else {
                    if count < 0, errno == EAGAIN { continue }
                    state.withLock { $0.failure = "a server closed the connection of a subscriber" }
                    polled[index].fd = -1
                    continue
                }
                tails[index] = marks(tails[index] + buffer[..<count], &times)
            }
            let now = now
            state.withLock { state in
                state.count.deliveries += times.count
                for time in times { state.count.latencies.append((now - time) / 1e6) }
            }
        }
        for socket in sockets { close(socket) }
    }

    /// Appends the time of each mark.
    ///
    /// - Returns: The end of the bytes, which may contain an incomplete mark or number.
    private func marks(_ bytes: [UInt8], _ times: inout [Double]) -> [UInt8] {
        var position = 0
        var end = 0
        while position + marker.count < bytes.count {
            guard bytes[position] == marker[0], bytes[position..<position + marker.count].elementsEqual(marker) else {
                position += 1
                continue
            }
            var digit = position + marker.count
            var number = 0.0
            while digit < bytes.count, (0x30...0x39).contains(bytes[digit]) {
                number = number * 10 + Double(bytes[digit] - 0x30)
                digit += 1
            }
            // The rest of the number may be in the next bytes.
            guard digit < bytes.count else { return Array(bytes[position...]) }
            if digit > position + marker.count { times.append(number) }
            position = digit
            end = digit
        }
        return Array(bytes[max(end, bytes.count - marker.count)...])
    }
}
