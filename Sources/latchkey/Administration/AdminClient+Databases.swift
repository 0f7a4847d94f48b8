import AsyncHTTPClient
import Foundation
import LatchkeyOAuth
import NIOCore
import NIOHTTP1

extension AdminClient {
    /// Transfers of several gigabytes take long; the read timeout of the client limits silence separately.
    private static let longDeadline = TimeAmount.hours(24)

    /// Downloads data of a database in chunks.
    func download(_ input: DatabaseDownload, _ body: (_ piece: [UInt8]) async throws -> Void) async throws {
        try await withPlace { place in
            switch place {
            case .own(let administrator):
                do {
                    for await piece in try await administrator.download(input) { try await body(piece) }
                } catch let error as Failure {
                    throw error
                } catch {
                    throw DatabaseExchange.told(error)
                }
            case .server(let client):
                try await telling {
                    let socket = try SocketPath(folder: settings.dataFolder, name: DataFolder.socketName)
                    var request = HTTPClientRequest(url: "http+unix://\(PercentEncoding.encode(socket.text))/database/download")
                    request.method = .POST
                    request.body = .bytes(try AdminJSON.encode(input))
                    let response = try await client.execute(request, timeout: Self.longDeadline)
                    try await Self.require(response)
                    for try await piece in response.body { try await body(Array(piece.readableBytesView)) }
                    withExtendedLifetime(socket) {}
                }
            }
        }
    }

    /// Replaces a tree with one that is sent in chunks.
    ///
    /// - Parameter next: Returns the next chunk; `nil` at the end.
    /// - Returns: The number of bytes sent.
    func upload(_ input: DatabaseUpload, next: @escaping @Sendable () throws -> [UInt8]?) async throws -> Int {
        try await withPlace { place in
            switch place {
            case .own(let administrator):
                do {
                    return try await administrator.upload(input, AsyncThrowingStream { try next() })
                } catch let error as Failure {
                    throw error
                } catch {
                    throw DatabaseExchange.told(error)
                }
            case .server(let client):
                return try await telling {
                    let socket = try SocketPath(folder: settings.dataFolder, name: DataFolder.socketName)
                    var request = HTTPClientRequest(url: "http+unix://\(PercentEncoding.encode(socket.text))/database/upload")
                    request.method = .POST
                    request.headers.add(name: DatabaseExchange.inputHeader, value: Data(try AdminJSON.encode(input)).base64EncodedString())
                    request.body = .stream(AsyncThrowingStream { try next().map { ByteBuffer(bytes: $0) } }, length: .unknown)
                    let response = try await client.execute(request, timeout: Self.longDeadline)
                    try await Self.require(response)
                    withExtendedLifetime(socket) {}
                    return try AdminJSON.decode(Int.self, from: Array(try await response.body.collect(upTo: 1024).readableBytesView))
                }
            }
        }
    }

    /// Reports lost connections as ``AdminError``.
    private func telling<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as AdminError {
            throw error
        } catch let error as Failure {
            throw error
        } catch {
            throw AdminError("The server on \(settings.dataFolder) closed the connection before the transfer was complete: \(error).")
        }
    }

    /// - Throws: ``AdminError`` with the server's message unless the request succeeded.
    private static func require(_ response: HTTPClientResponse) async throws {
        guard response.status != .ok else { return }
        let bytes = Array(try await response.body.collect(upTo: ControlSocket.maxRequestBytes).readableBytesView)
        throw (try? AdminJSON.decode(AdminError.self, from: bytes))
            ?? AdminError("The server on this folder responded with status \(response.status.code). It may be an older Latchkey.")
    }
}
