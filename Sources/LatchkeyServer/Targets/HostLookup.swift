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

/// Calls `getaddrinfo`, which blocks a thread for as long as name servers take.
private final class SystemLookup: Sendable {
    static let shared = SystemLookup()

    private static let maxRunning = 16
    private static let patience: Duration = .seconds(5)
    private let running = Mutex(0)
    private let queue = DispatchQueue(label: "latchkey.host-lookup", attributes: .concurrent)

    func addresses(of host: String) async throws -> [String] {
        let mayRun = running.withLock { count in
            guard count < Self.maxRunning else { return false }
            count += 1
            return true
        }
        guard mayRun else { throw HostLookup.Failure(host: host, problem: "\(Self.maxRunning) look-ups have no answer yet") }
        let answer = Answer()
        let timer = Task {
            try await Task.sleep(for: Self.patience)
            answer.give(.failure(HostLookup.Failure(host: host, problem: "its name servers do not answer")))
        }
        defer { timer.cancel() }
        queue.async { [self] in
            answer.give(Result { try Self.resolve(host) })
            running.withLock { $0 -= 1 }
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
