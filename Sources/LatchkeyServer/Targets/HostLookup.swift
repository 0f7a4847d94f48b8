// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Finds the addresses of a host name.
public struct HostLookup: Sendable {
    /// A name that has no addresses, or whose name servers do not answer.
    public struct Failure: Error, CustomStringConvertible {
        public let host: String
        public let problem: String

        public init(host: String, problem: String) {
            self.host = host
            self.problem = problem
        }

        public var description: String { "The host \(host.prefix(253)) cannot be looked up: \(problem)." }
    }

    /// The addresses in numbers, the best first. Throws ``Failure``.
    let addresses: @Sendable (_ host: String) async throws -> [String]

    /// - Parameter addresses: Returns a host's addresses in numbers, the best first.
    public init(addresses: @escaping @Sendable (_ host: String) async throws -> [String]) {
        self.addresses = addresses
    }

    /// The system's: hosts file, DNS and whatever else it is set up to ask. An answer has five seconds.
    public static let system = HostLookup { host in
        // An address needs no look-up.
        if AddressRange.isAddress(host) { return [host] }
        return try await SystemLookup.shared.addresses(of: host)
    }
}

/// How many look-ups run at once: a host whose name servers do not answer must not keep others from being looked up.
struct LookupPlaces {
    static let max = 16
    static let maxOfAHost = 2
    private var running: [String: Int] = [:]

    /// - Returns: nil if a look-up may begin; else the reason why not.
    mutating func take(_ host: String) -> String? {
        let host = host.lowercased()
        guard running[host, default: 0] < Self.maxOfAHost else { return "\(Self.maxOfAHost) look-ups of it have no answer yet" }
        guard running.values.reduce(0, +) < Self.max else { return "\(Self.max) look-ups have no answer yet" }
        running[host, default: 0] += 1
        return nil
    }

    mutating func give(_ host: String) {
        let host = host.lowercased()
        let left = running[host, default: 1] - 1
        running[host] = left > 0 ? left : nil
    }
}

/// Calls `getaddrinfo`, which blocks a thread for as long as name servers take.
private final class SystemLookup: Sendable {
    static let shared = SystemLookup()

    private static let patience: Duration = .seconds(5)
    private let places = Mutex(LookupPlaces())
    private let queue = DispatchQueue(label: "latchkey.host-lookup", attributes: .concurrent)

    func addresses(of host: String) async throws -> [String] {
        let problem = places.withLock { $0.take(host) }
        if let problem { throw HostLookup.Failure(host: host, problem: problem) }
        let answer = Answer()
        let timer = Task {
            try await Task.sleep(for: Self.patience)
            answer.give(.failure(HostLookup.Failure(host: host, problem: "its name servers do not answer")))
        }
        defer { timer.cancel() }
        queue.async { [self] in
            answer.give(Result { try Self.resolve(host) })
            places.withLock { $0.give(host) }
        }
        return try await withTaskCancellationHandler {
            try await answer.value()
        } onCancel: {
            answer.give(.failure(CancellationError()))
        }
    }

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

    /// The first of several answers to one question.
    private final class Answer: Sendable {
        private struct State {
            var result: Result<[String], any Error>?
            var waiting: CheckedContinuation<[String], any Error>?
        }
        private let state = Mutex(State())

        func give(_ result: Result<[String], any Error>) {
            let waiting = state.withLock { state -> CheckedContinuation<[String], any Error>? in
                guard state.result == nil else { return nil }
                state.result = result
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume(with: result)
        }

        func value() async throws -> [String] {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<[String], any Error>? in
                    if state.result == nil { state.waiting = continuation }
                    return state.result
                }
                if let result { continuation.resume(with: result) }
            }
        }
    }
}
