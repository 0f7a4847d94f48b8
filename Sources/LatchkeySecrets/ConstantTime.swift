import Crypto

/// A value that can be compared without revealing through timing how much of it matches.
public protocol ConstantTimeComparable {
    /// Returns whether both values are equal, in a time that depends only on their lengths.
    func equalsInConstantTime(_ other: Self) -> Bool
}

extension String: ConstantTimeComparable {
    /// Returns whether the UTF-8 bytes of both strings are equal, in a time that depends only on their lengths.
    public func equalsInConstantTime(_ other: String) -> Bool {
        Array(utf8).equalsInConstantTime(Array(other.utf8))
    }
}

extension Array: ConstantTimeComparable where Element == UInt8 {
    /// Returns whether both arrays are equal, in a time that depends only on their lengths.
    public func equalsInConstantTime(_ other: [UInt8]) -> Bool {
        // `SymmetricKey` compares in constant time and accepts operands of different lengths.
        SymmetricKey(data: self) == SymmetricKey(data: other)
    }
}
