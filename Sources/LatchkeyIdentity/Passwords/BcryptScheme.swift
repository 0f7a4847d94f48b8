import LatchkeySecrets

#if canImport(CLatchkeyXCrypt)
import CLatchkeyXCrypt
#endif

/// bcrypt, by libxcrypt. Cost and salt are inside the hash, which is text: `$2b$10$...`.
struct BcryptScheme: PasswordScheme {
    /// bcrypt looks at no more of a password.
    private static let maxPasswordBytes = 72
    /// Each step doubles the work: 14 takes about two seconds.
    static let costRange = 4...14
    /// Prefix, cost, 22 characters of salt and 31 of hash.
    private static let byteCount = 60

    func matches(_ password: [UInt8], hash: [UInt8], salt: [UInt8]) throws -> Bool {
        // A NUL would end the password where C reads it, so that several passwords would open the account.
        guard canHaveMade(hash), !password.contains(0) else { return false }
        guard let made = Self.crypt(Array(password.prefix(Self.maxPasswordBytes)), setting: hash) else { return false }
        return made.equalsInConstantTime(hash)
    }

    func canHaveMade(_ hash: [UInt8]) -> Bool {
        guard hash.count == Self.byteCount, let cost = Self.cost(of: hash) else { return false }
        return Self.costRange.contains(cost)
    }

    /// The cost that a hash names; `nil` for what is no bcrypt hash.
    private static func cost(of hash: [UInt8]) -> Int? {
        let dollar = UInt8(ascii: "$")
        let prefix = hash.prefix(4)
        guard ["$2a$", "$2b$", "$2y$"].contains(where: { prefix.elementsEqual($0.utf8) }), hash[6] == dollar,
            hash[7...].allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != dollar }),
            hash[4...5].allSatisfy({ (0x30...0x39).contains($0) })
        else {
            return nil
        }
        return Int(hash[4] - 0x30) * 10 + Int(hash[5] - 0x30)
    }

    #if canImport(CLatchkeyXCrypt)
    private static func crypt(_ password: [UInt8], setting: [UInt8]) -> [UInt8]? {
        var output = [CChar](repeating: 0, count: Int(CRYPT_OUTPUT_SIZE))
        let length = latchkey_crypt(
            password.map(CChar.init(bitPattern:)) + [0], setting.map(CChar.init(bitPattern:)) + [0], &output, output.count)
        return length == 0 ? nil : output.prefix(length).map(UInt8.init(bitPattern:))
    }
    #else
    /// There is no libxcrypt here: nobody signs in with such a hash, and a new password has to be set.
    private static func crypt(_ password: [UInt8], setting: [UInt8]) -> [UInt8]? { nil }
    #endif
}
