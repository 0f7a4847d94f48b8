// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A range of internet addresses, written with a prefix length: `10.0.0.0/8`, `2001:db8::/32`; without one it is a single address.
public struct AddressRange: Sendable, Equatable {
    private let bytes: [UInt8]
    private let prefixBits: Int

    public init?(_ text: String) {
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count <= 2, let address = Self.bytes(of: String(halves[0])) else { return nil }
        bytes = address
        guard halves.count == 2 else {
            prefixBits = address.count * 8
            return
        }
        guard let bits = Int(halves[1]), (0...address.count * 8).contains(bits) else { return nil }
        prefixBits = bits
    }

    public func contains(_ address: String) -> Bool {
        guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
        return (0..<prefixBits).allSatisfy { bit in
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            return bytes[bit / 8] & mask == other[bit / 8] & mask
        }
    }

    /// Whether a host to listen on can be reached from this machine only.
    public static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" { return true }
        guard let bytes = bytes(of: host) else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// Whether a web address is one of this machine: of `http://[::1]:9100/x` the host counts.
    public static func isLoopback(ofURL url: String) -> Bool {
        guard let mark = url.firstRange(of: "://") else { return false }
        let authority = url[mark.upperBound...].prefix { !"/?#".contains($0) }
        return isLoopback(
            authority.hasPrefix("[") ? String(authority.dropFirst().prefix { $0 != "]" }) : String(authority.prefix { $0 != ":" }))
    }

    /// Ranges that no stranger's server is in: this machine, its neighbours, private networks and what stands for them (RFC 6890).
    private static let ownNetworks = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.168.0.0/16",
        "::/127", "fc00::/7", "fe80::/10",
    ].compactMap { AddressRange($0) }

    /// Whether a web address names this machine or something in its own network, in whatever way numbers may be written. Names are not
    /// looked up: what they lead to may change at any time.
    public static func isOwnNetwork(ofURL url: String) -> Bool {
        guard let mark = url.firstRange(of: "://") else { return false }
        let authority = url[mark.upperBound...].prefix { !"/?#".contains($0) }.split(separator: "@").last ?? ""
        var host = (authority.hasPrefix("[") ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }).lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        // RFC 6761, section 6.3: no name below it leaves the machine.
        if host == "localhost" || host.hasSuffix(".localhost") { return true }
        // What a resolver takes for a number, such as 127.1 and 0x7f000001, too.
        var short = in_addr()
        if bytes(of: host) == nil, inet_aton(host, &short) != 0 {
            host = withUnsafeBytes(of: short.s_addr) { $0.map { String($0) }.joined(separator: ".") }
        }
        if let bytes = bytes(of: host), bytes.count == 16, bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xff, 0xff]) {
            host = bytes[12...].map { String($0) }.joined(separator: ".")
        }
        return ownNetworks.contains { $0.contains(host) }
    }

    private static func bytes(of text: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
