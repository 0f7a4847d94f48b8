import LatchkeySecrets
import Testing

@testable import LatchkeyBackup

/// The format of encrypted backups. `Interop/test_encrypted_backup.py` compares it with the program `age`.
@Suite struct AgeTests {
    private let passphrase: Secret<String> = "correct horse battery"

    private func sealed(_ clear: [UInt8], step: Int = .max) throws -> [UInt8] {
        var encryption = try AgeEncryption(passphrase: passphrase, cost: 4)
        let length = encryption.length(of: clear.count)
        let output = try run(&encryption, clear, step: step)
        #expect(output.count == length)
        return output
    }

    private func run(_ transform: inout some ByteTransform, _ input: [UInt8], step: Int) throws -> [UInt8] {
        var (output, start): ([UInt8], Int) = ([], 0)
        while start < input.count {
            let end = min(input.count, step == .max ? .max : start + step)
            output += try transform.append(Array(input[start..<end]))
            start = end
        }
        return output + (try transform.finish())
    }

    private func opened(_ file: [UInt8], passphrase: Secret<String>? = nil, step: Int = .max) throws -> [UInt8] {
        var decryption = AgeDecryption(passphrase: passphrase ?? self.passphrase)
        return try run(&decryption, file, step: step)
    }

    private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000], [1000, 65_536, .max])
    func `any length survives, in pieces of any length`(count: Int, step: Int) throws {
        let file = try sealed(bytes(count), step: step)
        #expect(try opened(file, step: step) == bytes(count))
    }

    @Test func `a file that was cut off anywhere is refused`() throws {
        let file = try sealed(bytes(140_000))
        let payload = file.count - 140_000 - 3 * 16
        let ends = [
            0, 1, 10, 22, 60, payload - 17, payload - 1, payload, payload + 1, payload + 65_551, payload + 65_552, payload + 65_553,
        ]
        for end in ends + [payload + 2 * 65_552, file.count - 1] {
            #expect(throws: AgeError.self, "\(end)") { try opened(Array(file[..<end])) }
        }
        // The end of a chunk that is not the last one.
        #expect(throws: AgeError.truncated) { try opened(Array(file[..<(payload + 65_552)])) }
    }

    @Test func `a changed byte anywhere is refused`() throws {
        let file = try sealed(bytes(70_000))
        let places = Array(0..<(file.count - 70_032)) + [file.count - 70_000, file.count - 4000, file.count - 1]
        for place in places {
            var changed = file
            changed[place] ^= 1
            #expect(throws: AgeError.self, "\(place)") { try opened(changed) }
        }
    }

    @Test func `bytes after the end, and chunks in another order, are refused`() throws {
        let file = try sealed(bytes(131_072))
        #expect(throws: AgeError.altered) { try opened(file + [0]) }
        let payload = file.count - 131_072 - 32
        let swapped = file[..<payload] + file[(payload + 65_552)...] + file[payload..<(payload + 65_552)]
        #expect(throws: AgeError.altered) { try opened(Array(swapped)) }
    }

    @Test func `another passphrase is refused`() throws {
        let file = try sealed(bytes(10))
        #expect(throws: AgeError.wrongPassphrase) { try opened(file, passphrase: "correct horse batter") }
    }

    @Test(arguments: [
        (
            "age-encryption.org/v1\n-> X25519 TEiF0ypqr+bpvcqXNyCVJpL7OuwPdVwPL7KQEbFDOCc\nEmECAEcKN+n/Vs9SbWiV+Hu0r+E8R77DdWYyd83nw7U\n--- \(mac)\n",
            AgeError.unsupported
        ),
        ("age-encryption.org/v1\n-> scrypt \(salt) 21\n\(mac)\n--- \(mac)\n", .tooCostly(21)),
        ("age-encryption.org/v1\n-> scrypt \(salt) 99999999999999999999\n\(mac)\n--- \(mac)\n", .unsupported),
        ("age-encryption.org/v1\n-> scrypt \(salt) 0\n\(mac)\n--- \(mac)\n", .unsupported),
        ("age-encryption.org/v1\n-> scrypt \(salt) 04\n\(mac)\n--- \(mac)\n", .unsupported),
        ("age-encryption.org/v1\n-> scrypt \(salt) 4\n\(mac)\n-> scrypt \(salt) 4\n\(mac)\n--- \(mac)\n", .unsupported),
        ("age-encryption.org/v1\n-> scrypt \(salt)== 4\n\(mac)\n--- \(mac)\n", .unsupported),
        ("age-encryption.org/v1\n" + String(repeating: "-> x\n", count: 200), .unsupported),
        ("age-encryption.org/v2\n-> scrypt \(salt) 4\n\(mac)\n--- \(mac)\n", .notEncrypted),
        ("SQLite format 3\u{0}", .notEncrypted),
    ])
    func `a header that cannot be used is explained`(header: String, error: AgeError) {
        #expect(throws: error) { try opened(Array(header.utf8) + [UInt8](repeating: 0, count: 100)) }
    }

    private static let salt = "AAAAAAAAAAAAAAAAAAAAAA"
    private static let mac = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
}
