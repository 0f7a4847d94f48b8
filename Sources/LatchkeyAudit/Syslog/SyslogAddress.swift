/// The address of a syslog server.
public enum SyslogAddress: Sendable, Equatable, CustomStringConvertible {
    /// Messages with their length before them on a connection (RFC 6587, section 3.4.1).
    case tcp(host: String, port: Int)
    /// A message in each datagram (RFC 5426).
    case udp(host: String, port: Int)
    /// A message in each datagram to a socket of this machine.
    case unix(path: String)

    /// The maximum length of the path of a socket, in bytes. Systems allow 104 to 108 with a final NUL.
    static let maxPathBytes = 103

    /// Parses `tcp://HOST:PORT`, `udp://HOST:PORT` or `unix:PATH`. A plain `HOST:PORT` is TCP. IPv6 addresses are in brackets.
    ///
    /// - Returns: `nil` for another form.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst("unix:".count))
            guard path.hasPrefix("/"), path.utf8.count <= Self.maxPathBytes, !path.utf8.contains(0) else { return nil }
            self = .unix(path: path)
            return
        }
        let isDatagram = text.hasPrefix("udp://")
        let place = isDatagram || text.hasPrefix("tcp://") ? text.dropFirst("tcp://".count) : text[...]
        guard let colon = place.lastIndex(of: ":"), let port = Int(place[place.index(after: colon)...]), (1...65_535).contains(port) else {
            return nil
        }
        var host = place[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard (1...253).contains(host.utf8.count), host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !"/@[]?#\\".utf8.contains($0) }) else {
            return nil
        }
        self = isDatagram ? .udp(host: String(host), port: port) : .tcp(host: String(host), port: port)
    }

    /// The address in the form of the setting.
    public var description: String {
        func place(_ host: String, _ port: Int) -> String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
        return switch self {
        case .tcp(let host, let port): "tcp://" + place(host, port)
        case .udp(let host, let port): "udp://" + place(host, port)
        case .unix(let path): "unix:" + path
        }
    }
}
