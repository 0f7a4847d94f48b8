import Crypto
import LatchkeySecrets

/// A digest of salt and password, repeated for each further round; with a key, one HMAC (RFC 2104) of both.
struct DigestScheme: PasswordScheme {
    enum Function: Sendable {
        case md5
        case sha1
        case sha256
        case sha512
    }

    let function: Function
    /// The number of rounds; 0 counts as 1.
    let rounds: Int
    let order: PasswordHashOrder
    /// The HMAC key; `nil` for a plain digest.
    let key: [UInt8]?

    func matches(_ password: [UInt8], hash: [UInt8], salt: [UInt8]) throws -> Bool {
        let text =
            switch order {
            case .saltAndPassword: salt + password
            case .passwordAndSalt: password + salt
            }
        var digest = function.digest(of: text, key: key)
        if key == nil, rounds > 1 {
            for _ in 1..<rounds { digest = function.digest(of: digest, key: nil) }
        }
        // Firebase's MD5 hashes are hexadecimal text, its other hashes are bytes. Both are accepted, distinguished by their length.
        if hash.count == digest.count * 2 { return Self.hexadecimal(digest).equalsInConstantTime(hash.map(Self.lowered)) }
        return digest.equalsInConstantTime(hash)
    }

    func canHaveMade(_ hash: [UInt8]) -> Bool {
        if hash.count == function.byteCount { return true }
        return hash.count == function.byteCount * 2 && hash.allSatisfy { Self.digits.contains(Self.lowered($0)) }
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (0x41...0x5a).contains(byte) ? byte + 0x20 : byte
    }
}

extension DigestScheme.Function {
    fileprivate var byteCount: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }

    fileprivate func digest(of text: [UInt8], key: [UInt8]?) -> [UInt8] {
        switch self {
        case .md5: Self.digest(of: text, key: key, with: Insecure.MD5.self)
        case .sha1: Self.digest(of: text, key: key, with: Insecure.SHA1.self)
        case .sha256: Self.digest(of: text, key: key, with: SHA256.self)
        case .sha512: Self.digest(of: text, key: key, with: SHA512.self)
        }
    }

    private static func digest<H: HashFunction>(of text: [UInt8], key: [UInt8]?, with hash: H.Type) -> [UInt8] {
        if let key { return Array(HMAC<H>.authenticationCode(for: text, using: SymmetricKey(data: key))) }
        return Array(H.hash(data: text))
    }
}
