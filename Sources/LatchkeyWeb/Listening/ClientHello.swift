import NIOCore

/// The first message of a TLS client (RFC 8446, section 4.1.2): the host name and the protocols that it names.
struct ClientHello: Equatable {
    /// The host name (RFC 6066, section 3).
    var serverName: String?
    /// The protocols of the application (RFC 7301).
    var applicationProtocols: [String] = []

    /// The result of reading the bytes that have arrived.
    enum Reading: Equatable {
        case hello(ClientHello)
        /// More bytes are needed.
        case incomplete
        /// The bytes are no such message, or it is longer than ``maxBytes``.
        case invalid
    }

    /// Browsers send less than two kilobytes.
    static let maxBytes = 16_384

    /// Reads the message from the beginning of a connection.
    static func read(_ bytes: ByteBuffer) -> Reading {
        // Each record may have a single byte of the message, after five of its own.
        guard bytes.readableBytes <= 2 * maxBytes else { return .invalid }
        var records = bytes
        var message = ByteBuffer()
        // A message can be split into several records (RFC 8446, section 5.1).
        while true {
            if message.readableBytes >= 4, let length = Self.length(of: message) {
                guard length <= maxBytes else { return .invalid }
                if message.readableBytes >= 4 + length, var body = message.getSlice(at: message.readerIndex + 4, length: length) {
                    return ClientHello(body: &body).map { .hello($0) } ?? .invalid
                }
            }
            guard let type = records.readInteger(as: UInt8.self) else { return .incomplete }
            // 22 is a handshake, and 3 the major version of every version of TLS.
            guard type == 22 else { return .invalid }
            guard let version = records.readInteger(as: UInt16.self) else { return .incomplete }
            guard version >> 8 == 3 else { return .invalid }
            guard let length = records.readInteger(as: UInt16.self) else { return .incomplete }
            guard length > 0, length <= maxBytes else { return .invalid }
            guard let part = records.readSlice(length: Int(length)) else { return .incomplete }
            message.writeImmutableBuffer(part)
            // 1 is a ClientHello.
            guard message.getInteger(at: message.readerIndex, as: UInt8.self) == 1 else { return .invalid }
        }
    }

    private static func length(of message: ByteBuffer) -> Int? {
        message.getBytes(at: message.readerIndex + 1, length: 3).map { $0.reduce(0) { $0 << 8 | Int($1) } }
    }

    private init?(body: inout ByteBuffer) {
        // The version and 32 random bytes.
        guard body.readSlice(length: 34) != nil, body.readLengthPrefixedSlice(as: UInt8.self) != nil,
            body.readLengthPrefixedSlice(as: UInt16.self) != nil, body.readLengthPrefixedSlice(as: UInt8.self) != nil
        else { return nil }
        // Old clients have no extensions.
        guard body.readableBytes > 0 else { return }
        guard var extensions = body.readLengthPrefixedSlice(as: UInt16.self), body.readableBytes == 0 else { return nil }
        while extensions.readableBytes > 0 {
            guard let type = extensions.readInteger(as: UInt16.self), var data = extensions.readLengthPrefixedSlice(as: UInt16.self)
            else { return nil }
            switch type {
            case 0:
                guard var names = data.readLengthPrefixedSlice(as: UInt16.self) else { return nil }
                // 0 is a host name; there is no other type.
                guard names.readInteger(as: UInt8.self) == 0, let name = names.readLengthPrefixedSlice(as: UInt16.self) else { return nil }
                serverName = String(buffer: name)
            case 16:
                guard var list = data.readLengthPrefixedSlice(as: UInt16.self) else { return nil }
                while list.readableBytes > 0 {
                    guard let name = list.readLengthPrefixedSlice(as: UInt8.self) else { return nil }
                    applicationProtocols.append(String(buffer: name))
                }
            default: break
            }
        }
    }

    init(serverName: String? = nil, applicationProtocols: [String] = []) {
        (self.serverName, self.applicationProtocols) = (serverName, applicationProtocols)
    }
}
