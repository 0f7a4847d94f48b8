package import NIOCore

/// Counts the data that a connection buffers for a client that has not read it yet, for all protocols.
///
/// It is the handler closest to the network. Small writes are not counted, because nothing more is written to a connection when its client
/// does not read.
package final class OutgoingGauge: ChannelOutboundHandler {
    package typealias OutboundIn = IOData
    package typealias OutboundOut = IOData

    private let everybody: OutgoingBytes
    private var client: OutgoingBytes.Client?

    private static let smallBytes = 4096

    package init(_ everybody: OutgoingBytes = .everybody) {
        self.everybody = everybody
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        client = OutgoingBytes.Client(of: everybody) { [channel = context.channel] in channel.close(promise: nil) }
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        client?.leave()
        client = nil
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let count = unwrapOutboundIn(data).readableBytes
        guard count > Self.smallBytes, let client else { return context.write(data, promise: promise) }
        let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
        client.change(by: count)
        promise.futureResult.whenComplete { _ in client.change(by: -count) }
        context.write(data, promise: promise)
    }
}
