/// The ports on which a server listens, each with the setting that chooses it.
struct ListeningPorts {
    struct Port: Equatable {
        let key: String
        let host: String
        let number: Int

        /// The option of the command.
        var option: String { "--" + key }

        /// Whether both ports cannot be open at once.
        func conflicts(with other: Port) -> Bool {
            guard number != 0, number == other.number else { return false }
            return host == other.host || covers(other) || other.covers(self)
        }

        /// Whether the address of this port includes the one of another port.
        private func covers(_ other: Port) -> Bool {
            // Linux accepts connections over IPv4 at the unspecified address of IPv6.
            host == "::" || host == "0.0.0.0" && !other.host.contains(":")
        }
    }

    /// The ports, without those that the service manager opened.
    let all: [Port]

    init(of settings: ServeSettings) {
        var ports: [Port] = []
        if settings.sockets.http == nil { ports.append(Port(key: "port", host: settings.host, number: settings.port)) }
        if let port = settings.acme?.httpPort { ports.append(Port(key: "acme-http-port", host: settings.host, number: port)) }
        if let metrics = settings.metrics { ports.append(Port(key: "metrics-port", host: metrics.host, number: metrics.port)) }
        if let console = settings.console?.place { ports.append(Port(key: "console-port", host: console.host, number: console.port)) }
        if settings.sockets.database == nil {
            ports.append(Port(key: "database-port", host: settings.host, number: settings.databasePort))
        }
        if settings.sandbox {
            ports.append(Port(key: "sandbox-port", host: ServeSettings.sandboxHost, number: settings.sandboxPort))
            if let port = settings.sandboxTLSPort {
                ports.append(Port(key: "sandbox-tls-port", host: ServeSettings.sandboxHost, number: port))
            }
        }
        all = ports
    }

    /// The pairs of settings that choose the same port.
    var conflicts: [(Port, Port)] {
        all.indices.flatMap { index in all[..<index].filter { $0.conflicts(with: all[index]) }.map { (all[index], $0) } }
    }
}
