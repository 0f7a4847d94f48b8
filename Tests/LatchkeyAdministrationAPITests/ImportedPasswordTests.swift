import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWire
import Testing

/// Hashes made by Python's hashlib and hmac, passlib, cryptography, bcrypt and argon2-cffi: see Interop/password_hashes.py, which prints
/// these rows.
@Suite struct ImportedPasswordTests {
    static let password: Secret<String> = "pässwörd with spaces"

    /// Parameters in the format of `accounts:batchCreate`, hash and salt.
    static let examples: [(parameters: String, hash: String, salt: String)] = [
        (
            #"{"hashAlgorithm": "HMAC_SHA512", "signerKey": "YSBzaWduZXIga2V5IHRoYXQgbm9ib2R5IGd1ZXNzZXM="}"#,
            "UGdrVyk5DypqpIcAQnKarORsQspJnMkiqVqzLCGXelGuib7ObfDCrQzpZt0dbG6aZuxMzE2aJRh1JWG/mvohWQ==", "AQIDBAUGBwgJCgsMDQ4PEA=="
        ),
        (
            #"{"hashAlgorithm": "HMAC_SHA256", "signerKey": "YSBzaWduZXIga2V5IHRoYXQgbm9ib2R5IGd1ZXNzZXM="}"#,
            "6JActg51UCu1rJwMNH1RpPxTOgRlVBvR5bwVEDzUerQ=", "AQIDBAUGBwgJCgsMDQ4PEA=="
        ),
        (
            #"{"hashAlgorithm": "HMAC_SHA1", "signerKey": "YSBzaWduZXIga2V5IHRoYXQgbm9ib2R5IGd1ZXNzZXM="}"#, "nvP3R7schYqrL41ei7JNTggPeoc=",
            "AQIDBAUGBwgJCgsMDQ4PEA=="
        ),
        (
            #"{"hashAlgorithm": "HMAC_MD5", "signerKey": "YSBzaWduZXIga2V5IHRoYXQgbm9ib2R5IGd1ZXNzZXM="}"#, "9wjQR1RiCyVgcum8CLNNjw==",
            "AQIDBAUGBwgJCgsMDQ4PEA=="
        ),
        (
            #"{"hashAlgorithm": "HMAC_SHA256", "passwordHashOrder": "SALT_AND_PASSWORD", "signerKey": "YSBzaWduZXIga2V5IHRoYXQgbm9ib2R5IGd1ZXNzZXM="}"#,
            "wz0VaqbG2b4JIhB1KIm0kWMQazlM18zzQIA4vYOdzuA=", "AQIDBAUGBwgJCgsMDQ4PEA=="
        ),
        (
            #"{"hashAlgorithm": "SHA512", "rounds": 1}"#,
            "3WMaCexTXS1E0+VCYCZlLPtETARPYWakv9OuI2xloAUU3kQ5jlngR8jdL5A4Cblj1fMqLYj5Y7Qx5ehMOjMAQA==", "AQIDBAUGBwgJCgsMDQ4PEA=="
        ),
        (#"{"hashAlgorithm": "SHA256", "rounds": 1000}"#, "DJXNup72V02hH5QPAga9iImckNd4bEsDtkSinVX3rBA=", "AQIDBAUGBwgJCgsMDQ4PEA=="),
        (
            #"{"hashAlgorithm": "SHA256", "passwordHashOrder": "PASSWORD_AND_SALT", "rounds": 1}"#,
            "XeD5KrTM3jRPEf+DrldEaQ+LFZNmeiK1kHBe/FIjm5Q=", "AQIDBAUGBwgJCgsMDQ4PEA=="
        ),
        (#"{"hashAlgorithm": "SHA1", "rounds": 5}"#, "SO50ByKRbjmfLOCQOjO4hWRPuoU=", "AQIDBAUGBwgJCgsMDQ4PEA=="),
        (#"{"hashAlgorithm": "MD5", "rounds": 0}"#, "NjE2ZjY1MTM3ODQ3MmE2ZjljMDhjMDE0NTk3NTI0NjA=", "AQIDBAUGBwgJCgsMDQ4PEA=="),
        (#"{"hashAlgorithm": "MD5", "rounds": 3}"#, "QD/lsUjkP0RDh/PPsicyUw==", "AQIDBAUGBwgJCgsMDQ4PEA=="),
        (#"{"hashAlgorithm": "PBKDF_SHA1", "rounds": 1000}"#, "oQpPi9fHKHi6VsgkEsT5TEBzu//PxuEvfF/pnaomJGE=", "AQIDBAUGBwgJCgsMDQ4PEA=="),
        (
            #"{"hashAlgorithm": "PBKDF2_SHA256", "rounds": 29000}"#, "624oVyIr+GrmHBTNwVgX4f+U1iisDp4EKgX+ROY93BQ=",
            "AQIDBAUGBwgJCgsMDQ4PEA=="
        ),
        (
            #"{"hashAlgorithm": "PBKDF2_SHA256", "rounds": 100000}"#,
            "m82PvPGeshHT1sXe6s/l44vtnysjNoCgjK/r1VoVsPsYn7K1jNPDUQ6gnK1eogkKrRv5sq1boTRvmvHF75TVig==", "AQIDBAUGBwgJCgsMDQ4PEA=="
        ),
        (
            #"{"hashAlgorithm": "SCRYPT", "memoryCost": 14, "rounds": 8, "saltSeparator": "Bw==", "signerKey": "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="}"#,
            "YpZs7/FpJf3O9v412v75K4mDrG8Ai9XgOe4AmyOyvtOW2xEd9K8sF2aOR9mX0MJfNwHhs0EFzb0E6vEMZmm6Tg==", "AQIDBAUGBwgJCgsMDQ4PEA=="
        ),
        (
            #"{"blockSize": 8, "cpuMemCost": 1024, "dkLen": 64, "hashAlgorithm": "STANDARD_SCRYPT", "parallelization": 16}"#,
            "u3ykx4bvch/2yIkHGOspbJGlAOpXMOnM3CmYwqthPu6GU+rqxWK7ZvcbrEMsD3afeCQDUKN1AZQynOCvcucZvQ==", "AQIDBAUGBwgJCgsMDQ4PEA=="
        ),
        (
            #"{"blockSize": 8, "cpuMemCost": 65536, "dkLen": 32, "hashAlgorithm": "STANDARD_SCRYPT", "parallelization": 1}"#,
            "njuYnMy17s8Aw31sG25OFWctvmVwq2mhn6P35ezM6Do=", "AQIDBAUGBwgJCgsMDQ4PEA=="
        ),
        (#"{"hashAlgorithm": "BCRYPT"}"#, "JDJhJDA1JHhzN0xHWGpQWkMuVzZJN2gudnA5Wi5YZkNKOWJaYWtZZlNMeHZYQXF4Yk1ITThEdE41RUY2", ""),
        (#"{"hashAlgorithm": "BCRYPT"}"#, "JDJiJDEwJFdMUW5NUS94L05YejJhTUtlMktYenUuODFsMEI0SVZMcXFuVFJ5UVhjZ0RELnNvU2cyd1Vp", ""),
        (#"{"hashAlgorithm": "BCRYPT"}"#, "JDJ5JDA0JGVNaXNvVDk4SDZ5cEMzQS9hZDk3Ny42bnM5QS9uM0UzN2tPOHgwVlRRTnZiZjhZamVDeGIy", ""),
        (
            #"{"argon2Parameters": {"hashLengthBytes": 32, "hashType": "ARGON2_ID", "iterations": 3, "memoryCostKib": 1024, "parallelism": 2, "version": "VERSION_13"}, "hashAlgorithm": "ARGON2"}"#,
            "w5p0WpGPccQZD4CfdVIP5XAaKSmib10aRxFPxWmYi8s=", "AQIDBAUGBwgJCgsMDQ4PEA=="
        ),
        (
            #"{"argon2Parameters": {"hashLengthBytes": 32, "hashType": "ARGON2_I", "iterations": 3, "memoryCostKib": 1024, "parallelism": 2, "version": "VERSION_10"}, "hashAlgorithm": "ARGON2"}"#,
            "Z2UBOceOjPYQ82fI8VX2xzPyZtQvoF2oVXVeQmEw4qk=", "AQIDBAUGBwgJCgsMDQ4PEA=="
        ),
        (
            #"{"argon2Parameters": {"hashLengthBytes": 32, "hashType": "ARGON2_D", "iterations": 3, "memoryCostKib": 1024, "parallelism": 2, "version": "VERSION_13"}, "hashAlgorithm": "ARGON2"}"#,
            "q78O6FWgJRMAoP9Y0WIxrX4WL9OgrM2MlY1MstTQTT4=", "AQIDBAUGBwgJCgsMDQ4PEA=="
        ),
    ]

    private func parameters(_ json: String) throws -> HashParameters {
        try HashParameters(WireDecoder.decode(BatchCreateRequest.self, from: Array(json.utf8)))
    }

    @Test(arguments: examples) func aHashOfAnotherProgramIsUnderstood(_ example: (parameters: String, hash: String, salt: String)) throws {
        let parameters = try parameters(example.parameters)
        let hash = try #require(Base64URL.decode(example.hash))
        let salt = try #require(Base64URL.decode(example.salt))
        #expect(try parameters.canHaveMade(hash))
        #expect(try parameters.verify(Self.password, hash: hash, salt: salt))
        #expect(try !parameters.verify("pässwörd with space", hash: hash, salt: salt))
        #expect(try !parameters.verify("", hash: hash, salt: salt))
        var changed = hash
        // Not the last bit: bcrypt's text has unused bits.
        changed[hash.count - 2] ^= 1
        #expect(try !parameters.verify(Self.password, hash: changed, salt: salt))
        #expect(try !parameters.verify(Self.password, hash: [], salt: salt))
        #expect(
            try !parameters.verify(Self.password, hash: Array(hash.dropLast()), salt: salt) || parameters.algorithm == .pbkdf2SHA256
                || parameters.algorithm == .pbkdfSHA1)
        if !salt.isEmpty { #expect(try !parameters.verify(Self.password, hash: hash, salt: Array(salt.reversed()))) }
    }

    @Test func everyAlgorithmHasAnExample() throws {
        let seen = try Set(Self.examples.map { try parameters($0.parameters).algorithm })
        #expect(seen == Set(HashAlgorithm.all))
        #expect(seen.count == 14)
    }

    @Test(arguments: [
        (#"{}"#, "is not a supported hash algorithm"),
        (#"{"hashAlgorithm":"ROT13"}"#, "is not a supported hash algorithm"),
        (#"{"hashAlgorithm":"HMAC_SHA256"}"#, "signerKey is missing"),
        (#"{"hashAlgorithm":"HMAC_SHA256","signerKey":"%%%"}"#, "signerKey has to be Base64"),
        (#"{"hashAlgorithm":"HMAC_MD5","signerKey":"AAAA","passwordHashOrder":"SIDEWAYS"}"#, "passwordHashOrder"),
        (#"{"hashAlgorithm":"SHA256"}"#, "rounds is missing; SHA256 takes 1 to 8192"),
        (#"{"hashAlgorithm":"SHA256","rounds":0}"#, "rounds is 0"),
        (#"{"hashAlgorithm":"SHA512","rounds":8193}"#, "rounds is 8193"),
        (#"{"hashAlgorithm":"MD5","rounds":-1}"#, "rounds is -1"),
        (#"{"hashAlgorithm":"PBKDF_SHA1","rounds":120001}"#, "rounds is 120001"),
        (#"{"hashAlgorithm":"PBKDF2_SHA256","rounds":9000000}"#, "rounds is 9000000"),
        (#"{"hashAlgorithm":"SCRYPT","signerKey":"AAAA","rounds":9,"memoryCost":14}"#, "rounds is 9"),
        (#"{"hashAlgorithm":"SCRYPT","signerKey":"AAAA","rounds":8,"memoryCost":15}"#, "memoryCost is 15"),
        (#"{"hashAlgorithm":"SCRYPT","rounds":8,"memoryCost":14}"#, "signerKey is missing"),
        (#"{"hashAlgorithm":"STANDARD_SCRYPT","cpuMemCost":1000,"blockSize":8,"parallelization":1,"dkLen":64}"#, "power of two"),
        (#"{"hashAlgorithm":"STANDARD_SCRYPT","cpuMemCost":65536,"blockSize":1,"parallelization":1,"dkLen":64}"#, "less than 65536"),
        (#"{"hashAlgorithm":"STANDARD_SCRYPT","cpuMemCost":131072,"blockSize":8,"parallelization":1,"dkLen":64}"#, "too expensive"),
        (#"{"hashAlgorithm":"STANDARD_SCRYPT","cpuMemCost":65536,"blockSize":8,"parallelization":4,"dkLen":64}"#, "too expensive"),
        (#"{"hashAlgorithm":"STANDARD_SCRYPT","cpuMemCost":1024,"blockSize":8,"parallelization":1}"#, "dkLen is missing"),
        (#"{"hashAlgorithm":"ARGON2"}"#, "argon2Parameters are missing"),
        (
            #"{"hashAlgorithm":"ARGON2","argon2Parameters":{"hashLengthBytes":32,"hashType":"ARGON2_X","parallelism":1,"iterations":1,"memoryCostKib":64}}"#,
            "hashType"
        ),
        (
            #"{"hashAlgorithm":"ARGON2","argon2Parameters":{"hashLengthBytes":32,"hashType":"ARGON2_ID","parallelism":1,"iterations":1,"memoryCostKib":65536}}"#,
            "memoryCostKib is 65536"
        ),
        (
            #"{"hashAlgorithm":"ARGON2","argon2Parameters":{"hashLengthBytes":32,"hashType":"ARGON2_ID","parallelism":16,"iterations":1,"memoryCostKib":64}}"#,
            "memoryCostKib is 64"
        ),
        (
            #"{"hashAlgorithm":"ARGON2","argon2Parameters":{"hashLengthBytes":32,"hashType":"ARGON2_ID","parallelism":1,"iterations":17,"memoryCostKib":64}}"#,
            "iterations is 17"
        ),
    ])
    func parametersOutOfBoundsAreRefusedWithAReason(_ json: String, _ reason: String) throws {
        let error = try #require(throws: HashParametersError.self) { try parameters(json).checked() }
        #expect(error.description.contains(reason), "\(error.description)")
    }

    @Test(arguments: [
        "$2b$15$abcdefghijklmnopqrstuuabcdefghijklmnopqrstuabcdefghijklmnop", "$2b$31$abcdefghijklmnopqrstuu", "$6$salt$hash", "*0",
        "$2x$05$abcdefghijklmnopqrstuuabcdefghijklmnopqrstuabcdefghijklmnop", "",
    ])
    func invalidBcryptHashesMatchNoPassword(_ text: String) throws {
        let parameters = HashParameters(algorithm: .bcrypt)
        #expect(try !parameters.canHaveMade(Array(text.utf8)))
        #expect(try !parameters.verify("password", hash: Array(text.utf8), salt: []))
    }

    /// bcrypt ends a password at a NUL, as C strings end there.
    @Test func aPasswordWithANULOpensNoBcryptHash() throws {
        let example = try #require(Self.examples.last { $0.parameters.contains("BCRYPT") })
        let hash = try #require(Base64URL.decode(example.hash))
        let longer = Secret(Self.password.expose() + "\0more")
        #expect(try !HashParameters(algorithm: .bcrypt).verify(longer, hash: hash, salt: []))
    }

    @Test func memberNamesThatTheAlgorithmDoesNotReadDoNotMatter() throws {
        let first = try parameters(#"{"hashAlgorithm":"MD5","memoryCost":3,"signerKey":"AAAA"}"#).checked()
        let second = try parameters(#"{"hashAlgorithm":"MD5","rounds":0,"passwordHashOrder":"SALT_AND_PASSWORD"}"#).checked()
        #expect(first == second)
    }
}
