import Crypto

/// Where unguessable values come from.
///
/// The default draws from the system's cryptographic generator. Tests pass a seeded one, so that a run can be repeated.
public struct RandomTokens: Sendable {
    private let bytes: @Sendable (_ count: Int) -> [UInt8]

    /// - Parameter bytes: Returns as many random bytes as it is asked for.
    public init(bytes: @escaping @Sendable (_ count: Int) -> [UInt8]) {
        self.bytes = bytes
    }

    /// The system's generator (`getrandom` on Linux, `SecRandomCopyBytes` on Apple's systems).
    public static let system = RandomTokens { count in
        // Eight bytes a call: each call asks the kernel.
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            withUnsafeBytes(of: generator.next() as UInt64) { bytes.append(contentsOf: $0) }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Random bytes.
    public func data(count: Int) -> [UInt8] {
        bytes(count)
    }

    /// An unguessable text of URL-safe characters.
    ///
    /// - Parameter byteCount: How many random bytes stand behind it; 32 (256 bits) unless told otherwise.
    public func token(byteCount: Int = 32) -> String {
        Base64URL.encode(bytes(byteCount))
    }

    /// A text of `length` characters, each drawn evenly from `alphabet`.
    ///
    /// - Parameter alphabet: At most 256 ASCII characters.
    public func text(length: Int, from alphabet: String) -> String {
        let symbols = Array(alphabet)
        // Bytes at or above the largest multiple of the alphabet's size are dropped, so that no symbol is more likely.
        let limit = 256 - 256 % symbols.count
        var text = ""
        while text.count < length {
            for byte in bytes(length) where Int(byte) < limit && text.count < length {
                text.append(symbols[Int(byte) % symbols.count])
            }
        }
        return text
    }
}
