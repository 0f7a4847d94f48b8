import Crypto

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A source of unguessable values.
///
/// ``system`` uses the cryptographic generator of the operating system. Tests pass a seeded source so that runs are repeatable.
public struct RandomTokens: Sendable {
    private let bytes: @Sendable (_ count: Int) -> [UInt8]

    /// - Parameter bytes: Returns the requested number of random bytes.
    public init(bytes: @escaping @Sendable (_ count: Int) -> [UInt8]) {
        self.bytes = bytes
    }

    /// The generator of the operating system (`getrandom` on Linux, `SecRandomCopyBytes` on Apple platforms).
    public static let system = RandomTokens { count in
        #if canImport(Glibc) || canImport(Musl)
        // One system call for many bytes. The loop below is for more than `getentropy` returns at once, and for kernels without it.
        if count <= 256 {
            var bytes = [UInt8](repeating: 0, count: count)
            if getentropy(&bytes, count) == 0 { return bytes }
        }
        #endif
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            withUnsafeBytes(of: generator.next() as UInt64) { bytes.append(contentsOf: $0) }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Returns the given number of random bytes.
    public func data(count: Int) -> [UInt8] {
        bytes(count)
    }

    /// Returns an unguessable token of URL-safe characters.
    ///
    /// - Parameter byteCount: The number of random bytes that the token encodes; 32 (256 bits) by default.
    public func token(byteCount: Int = 32) -> String {
        Base64URL.encode(bytes(byteCount))
    }

    /// Returns a string of `length` characters, each drawn with equal probability from `alphabet`.
    ///
    /// - Parameter alphabet: At most 256 ASCII characters.
    public func text(length: Int, from alphabet: String) -> String {
        let symbols = Array(alphabet.utf8)
        // Drops bytes at or above the largest multiple of the alphabet's size, so that all symbols are equally likely.
        let limit = 256 - 256 % symbols.count
        var text: [UInt8] = []
        text.reserveCapacity(length)
        while text.count < length {
            for byte in bytes(length) where Int(byte) < limit && text.count < length {
                text.append(symbols[Int(byte) % symbols.count])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
