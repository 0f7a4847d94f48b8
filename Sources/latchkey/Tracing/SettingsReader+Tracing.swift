import Foundation
import LatchkeyIdentity
import LatchkeySecrets

extension SettingsReader {
    /// The keys for traces in a settings file. The headers are in a separate file or in the environment.
    static let traceKeys = ["trace-endpoint", "trace-sample", "trace-accept-parent", "trace-headers-file"]

    private static let maxHeaderBytes = 4096

    /// Reads the settings of traces; `nil` if there is no collector.
    mutating func traceSettings(emulator: EmulatorSettings?) -> TraceSettings? {
        guard let text = text("trace-endpoint") else {
            for key in Self.traceKeys where self.text(key) != nil {
                note(key, "requires trace-endpoint.", "Set trace-endpoint, or remove this setting.")
            }
            return nil
        }
        if emulator != nil { note("trace-endpoint", "is not available in the emulator.", "Remove this setting.") }
        let headers = traceHeaders()
        let (sample, callers) = (traceSample(), acceptedCallers())
        guard let endpoint = Self.traceEndpoint(text) else {
            // The URL is not repeated, because it may contain a password.
            note(
                "trace-endpoint", "is not a valid URL of a collector.",
                "Use the form http://localhost:4318, without a user, a query or a fragment. An API key belongs in trace-headers-file.")
            return nil
        }
        if !headers.isEmpty, endpoint.hasPrefix("http://"), !AddressRange.isLoopback(ofURL: endpoint) {
            note(
                "trace-headers-file", "the headers would be sent unencrypted.",
                "Use https in trace-endpoint; http is allowed only on this machine.")
        }
        return TraceSettings(endpoint: endpoint, sample: sample, acceptedCallers: callers, headers: Secret(headers))
    }

    /// Returns the URL for spans. A URL without a path gets the standard one, like `OTEL_EXPORTER_OTLP_ENDPOINT`; another path is used as it
    /// is, like `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`.
    static func traceEndpoint(_ text: String) -> String? {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), !text.contains("\\"),
            let url = URL(string: text), ["http", "https"].contains(url.scheme), let host = url.host, !host.isEmpty,
            url.user == nil, url.password == nil, url.query == nil, url.fragment == nil
        else { return nil }
        guard url.path.isEmpty || url.path == "/" else { return text }
        return (text.hasSuffix("/") ? String(text.dropLast()) : text) + "/v1/traces"
    }

    private mutating func traceSample() -> Double {
        guard let text = text("trace-sample") else { return TraceSettings.standardSample }
        guard let share = Double(text), (0...1).contains(share) else {
            note("trace-sample", "\(text) is not a number from 0 to 1.", "Use 0.01 for one request of a hundred, or 1 for all.")
            return TraceSettings.standardSample
        }
        return share
    }

    private mutating func acceptedCallers() -> [AddressRange] {
        let ranges = (text("trace-accept-parent") ?? "").split(separator: ",").map { String($0).filter { $0 != " " } }
        for range in ranges where AddressRange(range) == nil {
            note("trace-accept-parent", "\(range) is not an address range.", "Use the form 10.0.0.0/8 or 192.0.2.7.")
        }
        return ranges.compactMap { AddressRange($0) }
    }

    private mutating func traceHeaders() -> [TraceHeader] {
        guard let secret = secret("trace-headers", maxBytes: Self.maxHeaderBytes) else { return [] }
        guard let headers = TraceHeader.parse(secret.expose()) else {
            note(
                "trace-headers-file", "the headers are not valid.",
                "Use one line in the form name=value, with commas between several headers and percent-encoded values.")
            return []
        }
        return headers
    }
}
