public import HummingbirdCore
import LatchkeyIdentity
public import Logging
public import NIOCore

/// HTTP/1.1 whose requests are answered on the thread that reads them.
///
/// Hand-overs between an event loop and the concurrency pool would cost more than most answers do. Nothing here waits on a thread:
/// passwords are hashed in a pool of their own and commits on the store's queue. What stays, reading a few rows and signing, would
/// take the same processor from its neighbours on any other thread.
///
/// Tasks that serve a connection have its `Departure`, because Hummingbird does not cancel tasks when a client closes.
public struct LoopBoundChannel: ServerChildChannel, HTTPChannelHandler {
    public typealias Value = HTTP1Channel.Value

    private let base: HTTP1Channel
    private let register: ConnectionRegister?
    public var responder: HTTPChannelHandler.Responder { base.responder }

    /// - Parameters:
    ///   - idleTimeout: How long a connection may send nothing before it is closed.
    ///   - register: Where the port's connections are counted.
    public init(
        responder: @escaping HTTPChannelHandler.Responder, idleTimeout: TimeAmount = .seconds(75), register: ConnectionRegister? = nil
    ) {
        self.register = register
        let configuration = HTTP1Channel.Configuration(idleTimeout: idleTimeout)
        guard let register else {
            base = HTTP1Channel(responder: responder, configuration: configuration)
            return
        }
        base = HTTP1Channel(
            responder: { request, writer, channel in
                register.spoke(channel)
                try await responder(request, writer, channel)
            }, configuration: configuration)
    }

    public func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        register?.open(channel)
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(OutgoingGauge(), position: .first)
            try pipeline.addHandler(DepartureHandler())
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    public func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(loop: value.channel.eventLoop)) {
            // This runs on the channel's event loop, as the pipeline requires.
            let handler = try? value.channel.pipeline.syncOperations.handler(type: DepartureHandler.self)
            await Departure.$current.withValue(handler?.departure) {
                await base.handle(value: value, logger: logger)
            }
        }
    }
}

/// Runs tasks on an event loop.
private final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(loop: any EventLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
