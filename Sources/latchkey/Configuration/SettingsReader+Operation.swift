import Foundation
import LatchkeyIdentity

extension SettingsReader {
    /// The time for which events stay in the audit log; `nil` for no limit.
    mutating func keptEvents() -> Duration? {
        guard let text = text("keep-events") else { return nil }
        guard let age = Self.interval(text) else {
            note("keep-events", "\(text) is not a time.", "Use minutes, hours or days, such as 12h or 400d.")
            return nil
        }
        return age
    }

    mutating func metricsPlace() -> ServeSettings.MetricsPlace? {
        guard let port = number("metrics-port", in: 0...65_535) else {
            if text("metrics-host") != nil, text("metrics-port") == nil {
                note("metrics-host", "requires metrics-port.", "Set metrics-port, or remove this setting.")
            }
            return nil
        }
        return .init(host: text("metrics-host") ?? "127.0.0.1", port: port)
    }

    /// - Parameter isProtected: Whether the server or a proxy terminates TLS.
    mutating func consoleSettings(isProtected: Bool) -> ServeSettings.ConsoleSettings? {
        let requiresSecondFactor = flag("console-require-second-factor")
        let (isOn, port) = (flag("console", default: true), number("console-port", in: 0...65_535))
        let (host, url) = (text("console-host"), url("console-url", such: "https://console.example.org"))
        guard isOn else {
            for key in ["console-host", "console-port", "console-url", "console-require-second-factor"] where text(key) != nil {
                note(key, "has no effect, because the console is switched off.", "Remove this setting, or console.")
            }
            return nil
        }
        guard let port else {
            for (key, value) in [("console-host", host), ("console-url", url)] where value != nil && text("console-port") == nil {
                note(key, "requires console-port.", "Set console-port, or remove this setting.")
            }
            return .init(requiresSecondFactor: requiresSecondFactor)
        }
        let place = host ?? "127.0.0.1"
        let isLocal = AddressRange.isLoopback(place)
        if !isLocal, !isProtected, !flag("insecure-http") {
            note(
                "console-host", "\(place) is reachable from other machines.",
                "Set tls-cert and tls-key, or trusted-proxy if a proxy terminates TLS, or insecure-http to allow plaintext.")
        }
        return .init(
            requiresSecondFactor: requiresSecondFactor, place: .init(host: place, port: port, url: url, usesTLS: !isLocal))
    }

    mutating func logFormat() -> LogFormat {
        let name = text("log-format") ?? LogFormat.text.rawValue
        guard let format = LogFormat(rawValue: name) else {
            note("log-format", "\(name) is not a format.", "Use text or json.")
            return .text
        }
        return format
    }
}
