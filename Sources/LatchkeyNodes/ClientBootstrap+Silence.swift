import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension ClientBootstrap {
    /// Closes the connection about ten seconds after the other machine has gone without a word: when nothing acknowledges the probes of an idle
    /// connection, or the data that was sent. Apple's systems keep their own times.
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
