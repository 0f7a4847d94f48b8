import HTTPTypes
import Hummingbird
import LatchkeyWeb

/// Serves the measurements at `/metrics`, in Prometheus' text format.
struct MetricsResponder: HTTPResponder {
    typealias Context = ServerContext

    let source: any MetricSource

    static let path = "/metrics"

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard request.uri.path == Self.path else { return Response(status: .notFound) }
        guard [.get, .head].contains(request.method) else { return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"]) }
        let text = PrometheusText.text(of: await source.metrics())
        return Response(
            status: .ok, headers: [.contentType: PrometheusText.contentType, .cacheControl: "no-store"],
            body: request.method == .head ? .init() : .init(byteBuffer: ByteBuffer(string: text)))
    }
}
