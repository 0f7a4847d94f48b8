#if os(Linux)
import Foundation
import ServerUnderTest
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// More connections than available file descriptors.
@Suite(.timeLimit(.minutes(10))) struct ConnectionLimitTests {
    @Test func silentConnectionsDoNotUseUpTheFiles() async throws {
        let folder = try TemporaryFolder()
        let run = try await LatchkeyProcess.serve(in: folder, ["--max-connections", "5000"], openFiles: 200) { server in
            let port = try #require(URLComponents(string: server.url)?.port)
            let silent = try (0..<260).map { _ in try Self.connection(to: UInt16(port)) }
            let deadline = ContinuousClock.now + .seconds(20)
            func openFiles() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server.processID)/fd").count }
            while try openFiles() < 130, ContinuousClock.now < deadline { await Task.yield() }
            let most = try openFiles()
            // The oldest silent connections are closed for one that sends a request.
            let meanwhile = ContinuousClock.now
            let served = try await Web.get(server.url + "/healthz")
            #expect(served.status == 200 && ContinuousClock.now - meanwhile < .seconds(5))
            for socket in silent { close(socket) }
            let reply = try await Web.get(server.url + "/healthz")
            #expect(reply.status == 200)
            return most
        }
        #expect((130..<200).contains(run.value), "it took \(run.value)")
        #expect(run.status == 0)
        #expect(run.log.contains("too few files for max-connections"))
        #expect(!run.log.contains("EMFILE") && !run.log.contains("Too many open files") && !run.log.contains("errno: 24"))
    }

    private static func connection(to port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        return descriptor
    }
}
#endif
