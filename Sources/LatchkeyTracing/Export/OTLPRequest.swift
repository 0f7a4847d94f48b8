import Foundation

/// The body of an export request in the JSON encoding of OTLP: `ExportTraceServiceRequest`.
///
/// In this encoding, ids are hexadecimal, 64-bit integers are decimal strings, and enumerations are numbers.
/// <https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding>
package struct OTLPRequest: Encodable {
    private let resourceSpans: [ResourceSpans]

    /// - Parameters:
    ///   - version: The version of the server.
    ///   - instance: An id of this process.
    package init(_ spans: [SpanRecord], version: String, instance: String) {
        let resource = Resource(attributes: [
            Attribute("service.name", .text("latchkey")), Attribute("service.version", .text(version)),
            Attribute("service.instance.id", .text(instance)),
        ])
        resourceSpans = [
            ResourceSpans(
                resource: resource,
                scopeSpans: [ScopeSpans(scope: Scope(name: "latchkey", version: version), spans: spans.map(Span.init))])
        ]
    }

    /// The bytes of the request.
    package func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }

    private struct ResourceSpans: Encodable {
        let resource: Resource
        let scopeSpans: [ScopeSpans]
    }

    private struct Resource: Encodable {
        let attributes: [Attribute]
    }

    private struct ScopeSpans: Encodable {
        let scope: Scope
        let spans: [Span]
    }

    private struct Scope: Encodable {
        let name: String
        let version: String
    }

    private struct Span: Encodable {
        let traceId: String
        let spanId: String
        let traceState: String?
        let parentSpanId: String?
        let flags: Int
        let name: String
        let kind: Int
        let startTimeUnixNano: String
        let endTimeUnixNano: String
        let attributes: [Attribute]
        let status: Status?

        init(_ record: SpanRecord) {
            traceId = record.context.traceID.description
            spanId = record.context.spanID.description
            traceState = record.context.state?.text
            parentSpanId = record.parent?.description
            // The flags of `traceparent`.
            flags = record.context.isSampled ? 1 : 0
            name = record.name
            kind = record.kind.rawValue
            startTimeUnixNano = String(record.begin)
            endTimeUnixNano = String(record.end)
            attributes = record.attributes.map { Attribute($0.key.rawValue, $0.value) }
            status = record.hasFailed ? Status() : nil
        }
    }

    private struct Status: Encodable {
        /// `STATUS_CODE_ERROR`.
        let code = 2
    }

    private struct Attribute: Encodable {
        let key: String
        let value: Value

        init(_ key: String, _ value: SpanValue) {
            self.key = key
            self.value = Value(value)
        }
    }

    private struct Value: Encodable {
        var stringValue: String?
        var intValue: String?
        var doubleValue: Double?

        init(_ value: SpanValue) {
            switch value {
            case .text(let text): stringValue = text
            case .integer(let number): intValue = String(number)
            case .number(let number): doubleValue = number
            }
        }
    }
}
