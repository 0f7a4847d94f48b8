// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import LatchkeyRealtime
import LatchkeySecrets
import LatchkeyWire
import Logging
import NIOCore
import NIOWebSocket
import Synchronization

/// Serves the clients whose connections became web sockets.
public final class SocketServer: Sendable {
    private let parts: DatabaseParts
    private let resolver: DatabaseResolver
    /// Keeps web pages out of an emulator, as over HTTP.
    private let gate: EmulatorGate?
    /// By their ids, so that a client that comes back ends what it left behind.
    private let sessions = Mutex<[String: SocketSession]>([:])

    /// A client sends something every 45 seconds; one that is silent for longer than this is gone.
    private static let maxSilence = Duration.seconds(100)
    private static let pingInterval = Duration.seconds(30)

    public init(_ parts: DatabaseParts) {
        self.parts = parts
        resolver = DatabaseResolver(parts)
        gate = parts.server.emulation.map { EmulatorGate(emulation: $0, publicAddress: parts.server.publicAddress) }
    }

    func serve(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, _ head: SocketRequestHead, logger: Logger) async {
        let outgoing = OutgoingMessages { [channel = channel.channel] in channel.close(promise: nil) }
        var database: RealtimeDatabase?
        do {
            if let refusal = gate?.refusal(authority: head.host, headers: head.fields) { throw DatabaseRefusal(.forbidden, refusal) }
            database = try await resolver.database(head.query["ns"])
        } catch {
            outgoing.send(SocketMessage.shutDown((error as? DatabaseRefusal)?.message ?? "The database cannot be opened."))
            outgoing.finish()
        }
        let session = database.map {
            SocketSession(id: parts.server.random.token(), database: $0, resolver: resolver, outgoing: outgoing, logger: logger)
        }
        if let session {
            if let last = head.query["ls"], let former = sessions.withLock({ $0.removeValue(forKey: last) }) { await former.end() }
            sessions.withLock { $0[session.id] = session }
            let milliseconds = (parts.server.now().timeIntervalSince1970 * 1000).rounded(.down)
            outgoing.send(SocketMessage.hello(session: session.id, host: head.host, milliseconds: milliseconds))
        }
        do {
            try await channel.executeThenClose { inbound, outbound in
                try await Self.exchange(inbound, outbound, session: session, outgoing: outgoing)
            }
        } catch {
            logger.debug("a client of the database is gone", metadata: ["why": "\(error)"])
        }
        if let session {
            sessions.withLock { _ = $0.removeValue(forKey: session.id) }
            await session.end()
        }
    }

    private static func exchange(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
        session: SocketSession?, outgoing: OutgoingMessages
    ) async throws {
        let lastHeard = LastHeard()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await message in outgoing.messages {
                    for piece in SocketFrames.cut(message) {
                        try await outbound.write(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: piece)))
                    }
                    outgoing.sent(message)
                }
                try await outbound.write(close(.normalClosure))
            }
            group.addTask {
                var frames = SocketFrames()
                for try await frame in inbound {
                    lastHeard.now()
                    guard frame.maskKey != nil else { return try await outbound.write(close(.protocolError)) }
                    var data = frame.unmaskedData
                    switch frame.opcode {
                    case .text:
                        guard let session, let bytes = data.readBytes(length: data.readableBytes) else { continue }
                        do {
                            if let message = try frames.take(bytes, maxBytes: await session.maxMessageBytes) {
                                try await session.take(message)
                            }
                        } catch {
                            return try await outbound.write(close(.protocolError))
                        }
                    case .ping: try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: data))
                    case .connectionClose: return try await outbound.write(close(.normalClosure))
                    case .pong, .continuation: break
                    default: return try await outbound.write(close(.unacceptableData))
                    }
                }
            }
            group.addTask {
                while lastHeard.age < maxSilence {
                    try await Task.sleep(for: pingInterval)
                    try await outbound.write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
                }
            }
            // Whichever ends first ends the connection.
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func close(_ code: WebSocketErrorCode) -> WebSocketFrame {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    }
}

/// When a client last sent something.
private final class LastHeard: Sendable {
    private let instant = Mutex(ContinuousClock.now)

    var age: Duration { instant.withLock { $0 }.duration(to: .now) }

    func now() {
        instant.withLock { $0 = .now }
    }
}
