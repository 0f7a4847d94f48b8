import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension ClientBootstrap {
    /// Closes the connection about ten seconds after the other machine has failed: when it acknowledges neither the probes of an idle
    /// connection nor the data that was sent. Apple's systems use their default times.
    func endingInSilence() -> Self {
        #if os(Linux)
        channelOption(.socketOption(.so_keepalive), value: 1)
            .channelOption(.tcpOption(.init(rawValue: TCP_KEEPIDLE)), value: 5)
            .channelOption(.tcpOption(.init(rawValue: TCP_KEEPINTVL)), value: 2)
            .channelOption(.tcpOption(.init(rawValue: TCP_KEEPCNT)), value: 3)
            .channelOption(.tcpOption(.init(rawValue: TCP_USER_TIMEOUT)), value: 10_000)
        #else
        channelOption(.socketOption(.so_keepalive), value: 1)
        #endif
    }
}
