import Foundation
import LatchkeyIdentity
import LatchkeySecrets

/// The settings of distributed traces.
struct TraceSettings: Sendable {
    /// The URL to which spans are posted, with its path.
    let endpoint: String
    /// The share of traces that are recorded, from 0 to 1.
    let sample: Double
    /// The addresses of callers whose traces are continued.
    let acceptedCallers: [AddressRange]
    /// The headers of each request to the collector, such as an API key.
    let headers: Secret<[TraceHeader]>

    static let standardSample = 0.01
}

/// A header of the requests to the collector.
struct TraceHeader: Sendable, Equatable {
    let name: String
    let value: String

    private static let maxHeaders = 16
    /// Headers that the request has anyway, or that frame it.
    private static let reserved: Set<String> = [
        "connection", "content-encoding", "content-length", "content-type", "host", "te", "trailer", "transfer-encoding", "upgrade",
        "user-agent",
    ]

    /// Reads headers in the form of `OTEL_EXPORTER_OTLP_HEADERS`: `name=value`, separated by commas, with percent-encoded values.
    ///
    /// - Returns: `nil` if the text is invalid.
    static func parse(_ text: String) -> [TraceHeader]? {
        var headers: [TraceHeader] = []
        for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let equals = entry.firstIndex(of: "=") else { return nil }
            let name = entry[..<equals].trimming(while: \.isWhitespace).lowercased()
            let value = entry[entry.index(after: equals)...].trimming(while: \.isWhitespace).removingPercentEncoding
            guard let value, !value.isEmpty, isToken(name), !reserved.contains(name),
                value.utf8.allSatisfy({ (0x20...0x7e).contains($0) }), !headers.contains(where: { $0.name == name })
            else { return nil }
            headers.append(TraceHeader(name: name, value: value))
        }
        return headers.count <= maxHeaders ? headers : nil
    }

    /// Whether a text is a name of a header (RFC 9110, section 5.6.2).
    private static func isToken(_ text: String) -> Bool {
        let marks = "!#$%&'*+-.^_`|~"
        return !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || marks.contains($0)) }
    }
}

extension Substring {
    fileprivate func trimming(while isSpace: (Character) -> Bool) -> String {
        var text = drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return String(text)
    }
}
