import LatchkeySecrets

#if canImport(CLatchkeyXCrypt)
import CLatchkeyXCrypt
#endif

/// bcrypt, implemented by libxcrypt. The hash is text that contains cost and salt: `$2b$10$...`.
struct BcryptScheme: PasswordScheme {
    /// The number of bytes of a password that bcrypt uses.
    private static let maxPasswordBytes = 72
    /// The accepted costs. Each step doubles the work: 14 takes about two seconds.
    static let costRange = 4...14
    /// The length of a hash: prefix, cost, 22 characters of salt and 31 of hash.
    private static let byteCount = 60

    func matches(_ password: [UInt8], hash: [UInt8], salt: [UInt8]) throws -> Bool {
        // A NUL byte would end the password in C, so that several passwords would match.
        guard canHaveMade(hash), !password.contains(0) else { return false }
        guard let made = Self.crypt(Array(password.prefix(Self.maxPasswordBytes)), setting: hash) else { return false }
        return made.equalsInConstantTime(hash)
    }

    func canHaveMade(_ hash: [UInt8]) -> Bool {
        guard hash.count == Self.byteCount, let cost = Self.cost(of: hash) else { return false }
        return Self.costRange.contains(cost)
    }

    /// Returns the cost of a hash; `nil` if it is not a bcrypt hash.
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
    /// Returns no hash, because libxcrypt is not available. Users with a bcrypt hash have to set a new password.
    private static func crypt(_ password: [UInt8], setting: [UInt8]) -> [UInt8]? { nil }
    #endif
}
