import LatchkeyIdentity
import LatchkeyWeb

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Resolves host names.
public struct HostLookup: Sendable {
    /// The error for a name without addresses, or whose name servers do not respond.
    public struct Failure: Error, CustomStringConvertible {
        /// The host name.
        public let host: String
        /// The cause, as the end of a sentence.
        public let problem: String

        /// Creates an error.
        public init(host: String, problem: String) {
            self.host = host
            self.problem = problem
        }

        /// The host, cut to 253 characters, and the problem.
        public var description: String { "The host \(host.prefix(253)) cannot be looked up: \(problem)." }
    }

    /// The numeric addresses, best first. Throws ``Failure``.
    let addresses: @Sendable (_ host: String) async throws -> [String]

    /// - Parameter addresses: Returns a host's numeric addresses, best first.
    public init(addresses: @escaping @Sendable (_ host: String) async throws -> [String]) {
        self.addresses = addresses
    }

    /// Resolves with the system's configuration: hosts file, DNS, and other sources. The timeout is five seconds.
    public static let system = HostLookup { host in
        // An address needs no lookup.
        if AddressRange.isAddress(host) { return [host] }
        return try await shared.addresses(of: host)
    }

    private static let shared = SharedLookups(resolve: resolve)

    /// Calls `getaddrinfo`, which blocks a thread until the name servers respond.
    private static func resolve(_ host: String) throws -> [String] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
        hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &list)
        guard status == 0 else { throw HostLookup.Failure(host: host, problem: String(cString: gai_strerror(status))) }
        defer { freeaddrinfo(list) }
        var addresses: [String] = []
        var next = list
        while let entry = next?.pointee {
            var text = [CChar](repeating: 0, count: 1025)
            if getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 {
                addresses.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
            }
            next = entry.ai_next
        }
        guard !addresses.isEmpty else { throw HostLookup.Failure(host: host, problem: "it has no addresses") }
        return addresses
    }
}
