import Foundation
import NIOCore
import Testing

@testable import LatchkeyWeb

/// The messages were written by OpenSSL 3.0, in records of their own.
@Suite struct ClientHelloTests {
    private static let challenge =
        "FgMBAgABAAH8AwOZ7hgiLLEEE1A+uEUM0GufZ95bwWsDSxWjKZpQlM4f9iDX4oDwIWIELBqk+pPvn/s0+ux2/3QK+np4Pwe977wYYgAKEwITAxMBwCsA/wEAAakAAAAVABMAABBhdXRo"
        + "LmV4YW1wbGUub3JnAAsABAMAAQIACgAWABQAHQAXAB4AGQAYAQABAQECAQMBBAAjAAAAEAANAAsKYWNtZS10bHMvMQAWAAAAFwAAAA0AKgAoBAMFAwYDCAcICAgJCAoICwgECAUIBgQB"
        + "BQEGAQMDAwEDAgQCBQIGAgArAAkIAwQDAwMCAwEALQACAQEAMwAmACQAHQAg0dwpXPt7H1fZaU/wch4rC+3Sm3fZPymVGgSppOS2WAYAFQDi"
        + String(repeating: "A", count: 302) + "=="
    private static let plain =
        "FgMBAPABAADsAwNeGfM3bnKj9/Dv/C9Eg00rdGriSJKT8KFVvUrXGl0tDSCyDuti1ULsxCOppD9ifG0DfUmCMNkSdDD/bcL3KVC4DAAKEwITAxMBwCsA/wEAAJkACwAEAwABAgAKABYA"
        + "FAAdABcAHgAZABgBAAEBAQIBAwEEACMAAAAWAAAAFwAAAA0AKgAoBAMFAwYDCAcICAgJCAoICwgECAUIBgQBBQEGAQMDAwEDAgQCBQIGAgArAAkIAwQDAwMCAwEALQACAQEAMwAmACQA"
        + "HQAgxjjxXkxDKxQaUBa8UWWffSjKdOzHr79uOqJg4BZKGlQ="

    private static func bytes(_ text: String) throws -> ByteBuffer { ByteBuffer(bytes: try #require(Data(base64Encoded: text))) }

    @Test func nameAndProtocolAreRead() throws {
        let expected = ClientHello(serverName: "auth.example.org", applicationProtocols: ["acme-tls/1"])
        #expect(ClientHello.read(try Self.bytes(Self.challenge)) == .hello(expected))
        #expect(ClientHello.read(try Self.bytes(Self.plain)) == .hello(ClientHello()))
    }

    @Test func everyBeginningIsIncomplete() throws {
        let whole = try Self.bytes(Self.challenge)
        for count in 0..<whole.readableBytes {
            #expect(ClientHello.read(try #require(whole.getSlice(at: 0, length: count))) == .incomplete)
        }
    }

    @Test func aMessageInSeveralRecordsIsRead() throws {
        var message = try Self.bytes(Self.challenge)
        message.moveReaderIndex(forwardBy: 5)
        var records = ByteBuffer()
        while let part = message.readSlice(length: min(100, message.readableBytes)), part.readableBytes > 0 {
            records.writeBytes([22, 3, 1])
            records.writeInteger(UInt16(part.readableBytes))
            records.writeImmutableBuffer(part)
        }
        guard case .hello(let hello) = ClientHello.read(records) else {
            Issue.record("The message was not read.")
            return
        }
        #expect(hello.applicationProtocols == ["acme-tls/1"])
    }

    /// A record of one byte takes six, and none of them ends the message.
    @Test func aMessageInSmallRecordsIsLimited() {
        var records = ByteBuffer(bytes: [22, 3, 1, 0, 4, 1, 0, 0x40, 0])
        while records.readableBytes < 2 * ClientHello.maxBytes - 6 { records.writeBytes([22, 3, 1, 0, 1, 0]) }
        #expect(ClientHello.read(records) == .incomplete)
        records.writeBytes([22, 3, 1, 0, 1, 0, 22, 3])
        #expect(ClientHello.read(records) == .invalid)
    }

    /// No bytes of a client may stop the process.
    @Test func everyChangedByteIsReadWithoutAFault() throws {
        let whole = try Self.bytes(Self.challenge)
        for index in 0..<whole.readableBytes {
            for value in [UInt8(0), 1, 255] {
                var changed = whole
                changed.setInteger(value, at: index)
                _ = ClientHello.read(changed)
            }
        }
    }

    @Test(arguments: [
        Array("GET / HTTP/1.1\r\n\r\n".utf8), [22, 2, 0, 0, 1, 1], [22, 3, 1, 0, 0], [22, 3, 1, 0, 1, 2],
        [22, 3, 1, 0, 4, 1, 255, 255, 255],
    ])
    func otherBytesAreInvalid(_ bytes: [UInt8]) {
        #expect(ClientHello.read(ByteBuffer(bytes: bytes)) == .invalid)
    }
}
