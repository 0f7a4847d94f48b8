import AsyncHTTPClient
import LatchkeyIdentity
import LatchkeyWeb
import NIOCore
import Synchronization

/// HTTP clients that each connect to one address, even if the host name resolves to another address later.
///
/// AsyncHTTPClient takes the address of a host from its configuration (`dnsOverride`), and still checks certificates against the host name.
/// So each pair of host and address has its own client, which keeps its connections for the next call.
final class PinnedClients: Sendable {
    struct Pin: Hashable, Sendable {
        let host: String
        let address: String
    }

    private struct Entry {
        let client: HTTPClient
        var uses = 0
        var lastTurn = 0
    }

    private struct State {
        var entries: [Pin: Entry] = [:]
        var turn = 0
    }

    /// The number of clients to keep. More are kept only while they are in use.
    private static let maxKept = 64
    private let configuration: HTTPClient.Configuration
    private let state = Mutex(State())

    /// - Parameter configuration: The configuration of every client; its `dnsOverride` is replaced.
    init(configuration: HTTPClient.Configuration) {
        self.configuration = configuration
    }

    func with<Result>(_ pin: Pin, _ body: (HTTPClient) async throws -> Result) async throws -> Result {
        let client = take(pin)
        for old in evict() { try? await old.shutdown() }
        defer { give(pin) }
        return try await body(client)
    }

    /// Reorders the addresses: first those that have a client, and so perhaps an open connection.
    func knownFirst(_ addresses: [String], of host: String) -> [String] {
        let known = state.withLock { state in addresses.filter { state.entries[Pin(host: host, address: $0)] != nil } }
        return known + addresses.filter { !known.contains($0) }
    }

    /// Closes all connections. No client may be in use any more.
    func shutDown() async {
        let clients = state.withLock { state in
            defer { state.entries = [:] }
            return state.entries.values.map(\.client)
        }
        for client in clients { try? await client.shutdown() }
    }

    private func take(_ pin: Pin) -> HTTPClient {
        state.withLock { state in
            state.turn += 1
            var entry = state.entries[pin] ?? Entry(client: made(pin))
            entry.uses += 1
            entry.lastTurn = state.turn
            state.entries[pin] = entry
            return entry.client
        }
    }

    private func give(_ pin: Pin) {
        state.withLock { $0.entries[pin]?.uses -= 1 }
    }

    /// Removes the idle clients beyond `maxKept`, the least recently used first.
    private func evict() -> [HTTPClient] {
        state.withLock { state in
            let surplus = state.entries.count - Self.maxKept
            guard surplus > 0 else { return [] }
            let idle = state.entries.filter { $0.value.uses == 0 }.sorted { $0.value.lastTurn < $1.value.lastTurn }.prefix(surplus)
            for (pin, _) in idle { state.entries[pin] = nil }
            return idle.map(\.value.client)
        }
    }

    private func made(_ pin: Pin) -> HTTPClient {
        var configuration = configuration
        configuration.dnsOverride = [pin.host: pin.address]
        // In case the HTTP client reads a URL differently: nothing is sent to an address that was not checked.
        configuration.http1_1ConnectionDebugInitializer = { channel in
            guard let peer = channel.remoteAddress?.ipAddress, AddressRange(pin.address)?.contains(peer) == true else {
                channel.close(promise: nil)
                return channel.eventLoop.makeFailedFuture(UncheckedAddress())
            }
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    private struct UncheckedAddress: Error {}
}
