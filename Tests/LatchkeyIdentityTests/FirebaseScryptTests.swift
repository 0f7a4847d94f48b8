import LatchkeyIdentity
import LatchkeySecrets
import Testing

/// Known answers: the first from the README of Firebase's own scrypt tool, the second from the integration tests of its Admin SDKs.
@Suite struct FirebaseScryptTests {
    private static let signerKey =
        "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="

    private func scrypt() throws -> FirebaseScrypt {
        let key = try #require(Base64URL.decode(Self.signerKey))
        return FirebaseScrypt(signerKey: Secret(key), saltSeparator: try #require(Base64URL.decode("Bw==")))
    }

    @Test(arguments: [
        (
            "user1password", "42xEC+ixf3L2lw==",
            "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
        ),
        (
            "password", "TmFDbA==",
            "V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj9lz/2TT+/86N5VjVoc5DdBhBiw=="
        ),
    ])
    func knownAnswers(_ password: String, _ salt: String, _ hash: String) throws {
        let salt = try #require(Base64URL.decode(salt))
        let computed = try scrypt().hash(Secret(password), salt: salt, parameters: .firebase)
        #expect(computed.hash == Base64URL.decode(hash))
        #expect(try scrypt().verify(Secret(password), against: computed))
        #expect(try !scrypt().verify(Secret(password + "x"), against: computed))
    }

    @Test(arguments: [(0, 14), (9, 14), (8, 0), (8, 15), (-1, 14)])
    func parametersBeyondFirebasesAreRefused(_ rounds: Int, _ memoryCost: Int) {
        #expect(ScryptParameters(rounds: rounds, memoryCost: memoryCost) == nil)
    }
}
