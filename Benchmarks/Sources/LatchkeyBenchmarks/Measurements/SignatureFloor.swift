import Foundation
import JWTKit

/// The cost of only signing a token: with JWTKit, which uses swift-crypto as Latchkey does, and with OpenSSL.
struct SignatureFloor: Sendable {
    let jwtKit: OperationRate
    /// The signatures per second on all cores.
    let openSSLPerSecond: Double

    /// Returns a new key.
    static func key(_ algorithm: LatchkeyServer.Algorithm) async throws -> any JWTAlgorithm {
        let keys = JWTKeyCollection()
        switch algorithm {
        case .rs256:
            let pem = try ChildProgram.run("/usr/bin/env", ["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
            await keys.add(rsa: try Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: .sha256)
        case .es256:
            await keys.add(ecdsa: ES256PrivateKey())
        }
        return try await keys.getKey()
    }

    /// Measures JWTKit.
    ///
    /// - Parameter token: A token of the server. Its first two parts are signed.
    static func jwtKit(
        _ key: any JWTAlgorithm, signing token: String, seconds: Double, threads: Int = Machine.coreCount
    ) throws -> OperationRate {
        let message = Array(token.utf8[..<(token.utf8.lastIndex(of: UInt8(ascii: ".")) ?? token.utf8.endIndex)])
        return try OperationRate.measure(seconds: seconds, threads: threads, batch: 10) { use(try key.sign(message)) }
    }

    /// Runs `openssl speed`, which prints the rate in the line of the algorithm.
    static func openSSLPerSecond(_ algorithm: LatchkeyServer.Algorithm, seconds: Double) throws -> Double {
        let printed = try ChildProgram.run(
            "/usr/bin/env",
            [
                "openssl", "speed", "-seconds", String(max(1, Int(seconds))), "-multi", String(Machine.coreCount),
                algorithm == .rs256 ? "rsa2048" : "ecdsap256",
            ])
        let name = algorithm == .rs256 ? "rsa 2048 bits" : "256 bits ecdsa (nistp256)"
        // After the name: seconds per signature, seconds per verification, signatures per second, verifications per second.
        guard let line = printed.split(separator: "\n").last(where: { $0.contains(name) }), let end = line.firstRange(of: name)?.upperBound,
            let rate = line[end...].split(separator: " ").dropFirst(2).first.flatMap({ Double($0) })
        else { throw BenchmarkFailure("openssl speed prints another table than expected") }
        return rate
    }
}
