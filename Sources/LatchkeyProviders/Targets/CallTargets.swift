import Foundation
import LatchkeyIdentity
import LatchkeyWeb

/// Decides which hosts the server may call: providers, hooks, webhooks, and the URLs in their documents.
///
/// A host in the server's own network is called only if the operator allows it. The check applies to the current addresses of the host
/// name; ``TargetClient`` connects only to these.
public struct CallTargets: Sendable {
    private let allowed: PrivateTargets
    private let lookup: HostLookup

    /// - Parameter allowed: The targets that may be called in the server's own network.
    public init(allowing allowed: PrivateTargets = .none, lookup: HostLookup = .system) {
        self.allowed = allowed
        self.lookup = lookup
    }

    /// Returns the addresses to connect to, best first.
    ///
    /// - Throws: ``TargetRefusal`` if one of them is in the server's own network and not allowed; ``HostLookup/Failure``.
    func addresses(of place: Place) async throws -> [String] {
        let addresses = try await lookup.addresses(place.host)
        if let address = addresses.first(where: { isRefused($0, of: place) }) { throw TargetRefusal(place: place, address: address) }
        return addresses
    }

    private func isRefused(_ address: String, of place: Place) -> Bool {
        AddressRange.isOwnNetwork(address: address) && !allowed.allows(place.host, at: address, port: place.port)
    }

    /// Checks a URL before it is saved. Returns `nil` if it is allowed, or if the host cannot be resolved now. It is checked again at each
    /// call.
    ///
    /// - Parameter isOperator: Whether the caller may use the targets that the operator allows. Administrators may not.
    public func refusal(ofURL url: String, isOperator: Bool) async -> TargetRefusal? {
        guard let place = Place(url: url) else { return nil }
        do {
            _ = try await (isOperator ? self : CallTargets(lookup: lookup)).addresses(of: place)
            return nil
        } catch {
            return error as? TargetRefusal
        }
    }

    /// The result of a check of a URL.
    public enum Finding: Sendable, Equatable {
        case allowed
        case refused(TargetRefusal)
        /// The host cannot be resolved.
        case notFound(String)
    }

    /// Checks a URL for the operator in the same way as a call.
    public func finding(onURL url: String) async -> Finding {
        guard let place = Place(url: url) else { return .notFound("\(url) is not a web address") }
        do {
            _ = try await addresses(of: place)
            return .allowed
        } catch let refusal as TargetRefusal {
            return .refused(refusal)
        } catch {
            return .notFound("\(error)")
        }
    }

    /// The target of a URL: a host as the HTTP client reads it, and a port.
    struct Place: Sendable, Hashable {
        let host: String
        let port: Int

        init(host: String, port: Int) {
            self.host = host
            self.port = port
        }

        /// - Returns: `nil` for a URL that is not HTTP or has no host.
        init?(url text: String) {
            // AsyncHTTPClient parses URLs with the same type.
            guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
                var host = url.host, !host.isEmpty
            else { return nil }
            if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
            self.init(host: host, port: url.port ?? (scheme == "https" ? 443 : 80))
        }
    }
}

/// A host that the server does not call because it is in the server's own network.
public struct TargetRefusal: Error, Equatable, CustomStringConvertible {
    /// The host as in the URL.
    public let host: String
    /// The port of the URL, or the scheme's default port.
    public let port: Int
    /// The numeric address of the host.
    public let address: String

    init(place: CallTargets.Place, address: String) {
        host = place.host
        port = place.port
        self.address = address
    }

    /// Describes the refusal. Only for the operator, because it contains an address of the server's own network.
    public var problem: String {
        host == address
            ? "\(host) is in the server's own network" : "\(host.prefix(253)) leads to \(address), which is in the server's own network"
    }

    /// Describes what the operator can do.
    public var remedy: String {
        let shown = host.contains(":") ? "[\(host)]" : String(host.prefix(253))
        return "To allow it, add \(shown):\(port) to --allow-private-targets (entries are separated by commas) and restart the server."
    }

    /// The problem and the remedy.
    public var description: String { problem + ". " + remedy }
}
