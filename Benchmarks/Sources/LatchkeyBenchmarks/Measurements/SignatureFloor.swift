import Foundation

/// The rate of OpenSSL's signatures alone, as `openssl speed` measures it.
enum SignatureFloor {
    /// - Parameter processes: The number of processes that sign concurrently.
    /// - Returns: The signatures per second of all processes.
    static func perSecond(
        _ algorithm: LatchkeyServer.Algorithm, seconds: Double, processes: Int = Machine.coreCount
    ) throws -> Double {
        let printed = try ChildProgram.run(
            "/usr/bin/env",
            [
                "openssl", "speed", "-elapsed", "-seconds", String(max(1, Int(seconds))), "-multi", String(processes),
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
