import Crypto

/// A value whose comparison must not tell an observer how much of it was right.
public protocol ConstantTimeComparable {
    /// Whether both values are equal, found in time that depends on their lengths only.
    func equalsInConstantTime(_ other: Self) -> Bool
}

extension String: ConstantTimeComparable {
    public func equalsInConstantTime(_ other: String) -> Bool {
        Array(utf8).equalsInConstantTime(Array(other.utf8))
    }
}

extension Array: ConstantTimeComparable where Element == UInt8 {
    public func equalsInConstantTime(_ other: [UInt8]) -> Bool {
        // `SymmetricKey` compares in constant time; its two sides may have any length.
        SymmetricKey(data: self) == SymmetricKey(data: other)
    }
}
