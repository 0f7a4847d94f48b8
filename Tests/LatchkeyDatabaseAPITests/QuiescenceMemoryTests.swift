import LatchkeyWeb
import NIOCore
import NIOEmbedded
import Testing

@testable import LatchkeyDatabaseAPI

/// A server that shuts down notifies its connections, including those that are being upgraded to a WebSocket at that moment.
@Suite struct QuiescenceMemoryTests {
    private final class Listener: ChannelInboundHandler {
        typealias InboundIn = Any
        var heard = 0

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is ChannelShouldQuiesceEvent { heard += 1 }
        }
    }

    @Test(arguments: [true, false]) func lateHandlersReceiveTheQuiesceEvent(isStopping: Bool) throws {
        let (channel, memory, listener) = (EmbeddedChannel(), QuiescenceMemory(), Listener())
        try channel.pipeline.syncOperations.addHandler(memory)
        try channel.writeInbound(ByteBuffer(string: "GET"))
        if isStopping { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
        try channel.pipeline.syncOperations.addHandler(listener)
        memory.repeatIfBegun(on: channel)
        #expect(listener.heard == (isStopping ? 1 : 0))
    }

    @Test func quiescingSocketIsClosedAfterItsUpgrade() throws {
        let (channel, memory) = (EmbeddedChannel(), QuiescenceMemory())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.pipeline.syncOperations.addHandler(memory)
        try channel.writeInbound(ByteBuffer(string: "GET"))
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(channel.isActive, "its request has begun")
        try channel.pipeline.syncOperations.addHandler(SocketGoodbye())
        memory.repeatIfBegun(on: channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(3))
        #expect(!channel.isActive)
    }

    /// There is no response to wait for.
    @Test func connectionThatSentNothingIsClosedAtOnce() throws {
        let channel = EmbeddedChannel(handler: QuiescenceMemory())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(!channel.isActive)
    }
}
