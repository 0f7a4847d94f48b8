import NIOCore
import NIOEmbedded
import NIOHTTP2
import Testing

@testable import LatchkeyWeb

/// The order of frames is that of RFC 9113, section 6.8: GOAWAY with the highest stream, and the real last stream a round trip later.
@Suite struct ConnectionEndTests {
    /// The frames of the connection: "any" for the notice, the last stream of another GOAWAY, and "ping".
    private final class Recorder: ChannelOutboundHandler {
        typealias OutboundIn = HTTP2Frame

        var frames: [String] = []
        var ping: HTTP2PingData?

        func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
            if event is ShutdownNotice.Due { frames.append("any") }
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            switch unwrapOutboundIn(data).payload {
            case .goAway(let last, .noError, _): frames.append(String(Int(last)))
            case .goAway(let last, .enhanceYourCalm, _): frames.append("calm \(Int(last))")
            case .ping(let data, ack: false):
                frames.append("ping")
                ping = data
            case let payload: frames.append("\(payload)")
            }
        }

        func take() -> [String] {
            defer { frames = [] }
            return frames
        }
    }

    private let channel = EmbeddedChannel()
    private let sent = Recorder()
    private let end: ConnectionEnd

    init() throws {
        end = ConnectionEnd(idleTimeout: .seconds(30), isDraining: false, on: channel.eventLoop)
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/client")).wait()
        try channel.pipeline.syncOperations.addHandlers([sent, end])
    }

    private func acknowledge() throws {
        try channel.writeInbound(HTTP2Frame(streamID: .rootStream, payload: .ping(#require(sent.ping), ack: true)))
    }

    @Test func idleConnectionEnds() throws {
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(sent.take().isEmpty)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(sent.take() == ["any", "ping"])
        try acknowledge()
        #expect(sent.take() == ["0"])
        #expect(!channel.isActive)
    }

    @Test func clientThatNeverRespondsIsClosed() {
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
    }

    @Test func openStreamKeepsTheConnectionOpen() {
        end.delegate.streamCreated(1, channel: channel)
        channel.embeddedEventLoop.advanceTime(by: .minutes(10))
        #expect(sent.take().isEmpty)
        end.delegate.streamClosed(1, channel: channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(sent.take() == ["any", "ping"])
    }

    @Test func shutdownWaitsForOpenStreams() throws {
        end.delegate.streamCreated(1, channel: channel)
        channel.pipeline.fireUserInboundEventTriggered(DrainBegins())
        #expect(sent.take() == ["any", "ping"])
        // The client sent another request before it read GOAWAY.
        end.delegate.streamCreated(3, channel: channel)
        try acknowledge()
        #expect(sent.take() == ["3"])
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        end.delegate.streamClosed(1, channel: channel)
        channel.embeddedEventLoop.run()
        #expect(channel.isActive)
        end.delegate.streamClosed(3, channel: channel)
        channel.embeddedEventLoop.run()
        #expect(sent.take().isEmpty && !channel.isActive)
    }

    @Test func errorOfOneStreamKeepsTheConnection() {
        channel.pipeline.fireErrorCaught(ChannelError.outputClosed)
        end.delegate.wroteFrame(HTTP2Frame(streamID: 1, payload: .rstStream(.protocolError)))
        channel.embeddedEventLoop.run()
        #expect(channel.isActive)
        end.delegate.wroteFrame(
            HTTP2Frame(streamID: .rootStream, payload: .goAway(lastStreamID: .maxID, errorCode: .enhanceYourCalm, opaqueData: nil)))
        channel.embeddedEventLoop.run()
        #expect(!channel.isActive)
    }

    @Test func clientThatReadsNothingIsClosed() {
        end.delegate.streamCreated(1, channel: channel)
        func writable(_ isWritable: Bool) {
            channel.isWritable = isWritable
            channel.pipeline.fireChannelWritabilityChanged()
        }
        writable(false)
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        writable(true)
        channel.embeddedEventLoop.advanceTime(by: .minutes(10))
        #expect(channel.isActive, "it has read")
        writable(false)
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func floodOfRefusedRequestsEndsTheConnection() {
        end.delegate.streamCreated(1, channel: channel)
        channel.pipeline.fireUserInboundEventTriggered(ConnectionEnd.Flood())
        channel.pipeline.fireUserInboundEventTriggered(ConnectionEnd.Flood())
        #expect(sent.take() == ["calm 1"])
        channel.embeddedEventLoop.run()
        #expect(!channel.isActive)
    }

    @Test func connectionOfAServerThatStopsEndsAtOnce() throws {
        let (late, sent) = (EmbeddedChannel(), Recorder())
        try late.pipeline.syncOperations.addHandlers([
            sent, ConnectionEnd(idleTimeout: .seconds(30), isDraining: true, on: late.eventLoop),
        ])
        #expect(sent.take() == ["any", "ping"])
    }
}
