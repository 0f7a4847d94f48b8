import LatchkeyIdentity
import LatchkeyWeb

/// The targets that the server may call in its own network: the setting `--allow-private-targets`.
///
/// Public addresses need no entry. The list is empty by default; a sandbox and an emulator have ``thisMachine``.
public struct PrivateTargets: Sendable, Equatable {
    enum Entry: Sendable, Equatable {
        /// Every address.
        case all
        /// Addresses in a range, under any name.
        case range(AddressRange, port: Int?)
        /// A host name, with any address.
        case host(String, port: Int?)
    }

    private var entries: [Entry]

    private init(_ entries: [Entry]) { self.entries = entries }

    /// Nothing in the server's own network.
    public static let none = PrivateTargets([])
    /// This machine only.
    public static let thisMachine = PrivateTargets(["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }.map { .range($0, port: nil) })

    /// Reads an entry: `all`, a range of addresses (`10.0.0.0/8`), or an address or host name, with or without a port (`127.0.0.1:8080`,
    /// `[::1]:8080`, `hooks.internal`).
    ///
    /// - Returns: `nil` for anything else.
    public init?(_ text: String) {
        if text == "all" {
            self.init([.all])
        } else if let range = AddressRange(text) {
            self.init([.range(range, port: nil)])
        } else {
            var (host, port): (Substring, Int?) = (text[...], nil)
            if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
                guard let number = Int(text[text.index(after: colon)...]), (1...65_535).contains(number) else { return nil }
                (host, port) = (text[..<colon], number)
            }
            if host.first == "[", host.last == "]" {
                guard let range = AddressRange(String(host.dropFirst().dropLast())) else { return nil }
                self.init([.range(range, port: port)])
            } else if let range = AddressRange(String(host)) {
                self.init([.range(range, port: port)])
            } else {
                guard let domain = try? HostName.checked(String(host)) else { return nil }
                self.init([.host(domain, port: port)])
            }
        }
    }

    /// Allows the host and port of a URL in the server's own settings, if the URL itself shows that the host is in the server's own
    /// network; empty for other URLs.
    public init(named url: String) {
        guard AddressRange.isOwnNetwork(ofURL: url), let place = CallTargets.Place(url: url) else {
            self = .none
            return
        }
        self.init([AddressRange(place.host).map { .range($0, port: place.port) } ?? .host(Self.plain(place.host), port: place.port)])
    }

    /// The union of both lists.
    public static func + (one: PrivateTargets, other: PrivateTargets) -> PrivateTargets { PrivateTargets(one.entries + other.entries) }

    /// Whether the server may call an address of its own network.
    ///
    /// - Parameters:
    ///   - host: The host as in the URL.
    ///   - address: The numeric address of the host.
    func allows(_ host: String, at address: String, port: Int) -> Bool {
        entries.contains { entry in
            switch entry {
            case .all: true
            case .range(let range, let wanted): (wanted ?? port) == port && range.contains(address)
            case .host(let name, let wanted): (wanted ?? port) == port && name == Self.plain(host)
            }
        }
    }

    private static func plain(_ host: String) -> String {
        let host = host.lowercased()
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }
}
