import LatchkeySecrets
import Testing

@testable import LatchkeyIdentity

/// The bounds of the parameters of imported hashes, which bound the work of a sign-in.
@Suite struct HashParameterTests {
    private func problem(_ algorithm: HashAlgorithm, _ edit: (inout HashParameters) -> Void = { _ in }) -> String? {
        var parameters = HashParameters(algorithm: algorithm)
        edit(&parameters)
        do {
            _ = try parameters.checked()
            return nil
        } catch {
            return error.description
        }
    }

    @Test(
        arguments: [
            (.sha256, 1...8192), (.sha512, 1...8192), (.sha1, 1...8192), (.md5, 0...8192), (.pbkdfSHA1, 0...120_000),
            (.pbkdf2SHA256, 0...120_000),
        ] as [(HashAlgorithm, ClosedRange<Int>)])
    func roundsAreBounded(_ algorithm: HashAlgorithm, _ range: ClosedRange<Int>) {
        for rounds in [range.lowerBound, range.upperBound] { #expect(problem(algorithm) { $0.rounds = rounds } == nil) }
        for rounds in [range.lowerBound - 1, range.upperBound + 1] { #expect(problem(algorithm) { $0.rounds = rounds } != nil) }
    }

    @Test(arguments: [HashAlgorithm.hmacSHA512, .hmacSHA256, .hmacSHA1, .hmacMD5])
    func aKeyedHashNeedsAKey(_ algorithm: HashAlgorithm) {
        #expect(problem(algorithm) == "signerKey is missing; \(algorithm.rawValue) needs it.")
        #expect(problem(algorithm) { $0.signerKey = Secret([]) } != nil)
        #expect(problem(algorithm) { $0.signerKey = Secret(Array(repeating: 1, count: 1024)) } == nil)
        #expect(problem(algorithm) { $0.signerKey = Secret(Array(repeating: 1, count: 1025)) } == "signerKey is longer than 1024 bytes.")
    }

    /// The costs N, r and p of scrypt.
    @Test(
        arguments: [
            (16_384, 8, 1, true), (65_536, 8, 1, true), (131_072, 8, 1, false), (16_384, 8, 8, true), (16_384, 8, 9, false),
            (1000, 8, 1, false),
            (1, 8, 1, false), (65_536, 1, 1, false), (32_768, 1, 1, true), (16_384, 0, 1, false), (16_384, 8, 0, false), (2, 64, 64, true),
            (2, 65, 1, false), (2, 1, 65, false),
        ])
    func scryptIsBoundedInMemoryAndWork(_ cost: Int, _ blockSize: Int, _ parallelization: Int, _ expected: Bool) {
        let found = problem(.standardScrypt) { parameters in
            parameters.cpuMemoryCost = cost
            parameters.blockSize = blockSize
            parameters.parallelization = parallelization
            parameters.derivedKeyBytes = 64
        }
        #expect((found == nil) == expected, "\(found ?? "")")
    }

    @Test(arguments: [(8, 14, true), (1, 1, true), (9, 14, false), (8, 15, false), (0, 14, false)])
    func firebasesScryptHasFirebasesBounds(_ rounds: Int, _ memoryCost: Int, _ expected: Bool) {
        let found = problem(.scrypt) { parameters in
            parameters.signerKey = Secret([1])
            parameters.rounds = rounds
            parameters.memoryCost = memoryCost
        }
        #expect((found == nil) == expected)
    }

    @Test func anUnknownAlgorithmIsNamed() {
        #expect(problem(HashAlgorithm(rawValue: "ROT13"))?.hasPrefix("“ROT13” is not a supported hash algorithm. Supported are ") == true)
    }

    @Test func parametersThatTheAlgorithmDoesNotUseDoNotMakeADifference() throws {
        var one = HashParameters(algorithm: .sha256)
        one.rounds = 1
        var two = one
        two.memoryCost = 14
        two.signerKey = Secret([1])
        #expect(try one.checked() == two.checked())
        two.order = .passwordAndSalt
        #expect(try one.checked() != two.checked())
    }
}
