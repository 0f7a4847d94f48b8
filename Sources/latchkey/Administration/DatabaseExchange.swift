import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyTree
import NIOCore

/// Streamed transfers over the control socket, for data that should not be held in memory twice.
struct DatabaseExchange {
    private let administrator: Administrator

    /// The header with the upload request, as JSON in Base64; the body is the tree.
    static let inputHeader = "x-latchkey-ask"

    init(_ administrator: Administrator) {
        self.administrator = administrator
    }

    func download(_ input: [UInt8]) async throws -> Response {
        do {
            guard let input = try? AdminJSON.decode(DatabaseDownload.self, from: input) else { throw Self.unknown }
            let pieces = try await administrator.download(input)
            return Response(
                status: .ok, headers: [.contentType: "application/octet-stream"],
                body: ResponseBody { writer in
                    var writer = writer
                    for await piece in pieces { try await writer.write(ByteBuffer(bytes: piece)) }
                    try await writer.finish(nil)
                })
        } catch {
            return try ControlSocket.response(.failure(Self.told(error)))
        }
    }

    func upload(_ request: Request) async throws -> Response {
        let text = HTTPField.Name(Self.inputHeader).flatMap { request.headers[$0] }
        guard let data = text.flatMap({ Data(base64Encoded: $0) }),
            let input = try? AdminJSON.decode(DatabaseUpload.self, from: Array(data))
        else {
            for try await _ in request.body {}
            return try ControlSocket.response(.failure(Self.unknown))
        }
        do {
            let count = try await administrator.upload(input, request.body.map { Array($0.readableBytesView) })
            return try ControlSocket.response(.success(AdminJSON.encode(count)))
        } catch {
            return try ControlSocket.response(.failure(Self.told(error)))
        }
    }

    private static let unknown = AdminError("The server on this folder is Latchkey \(Latchkey.version) and does not know this command.")

    static func told(_ error: any Error) -> AdminError { error as? AdminError ?? AdminError(Failure.text(for: error)) }
}
