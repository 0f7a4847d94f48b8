/// Converts bytes of any length in pieces, with constant memory.
public protocol ByteTransform: Sendable {
    /// Adds bytes.
    ///
    /// - Returns: The converted bytes that are complete, possibly none.
    mutating func append(_ bytes: [UInt8]) throws -> [UInt8]

    /// Ends the input.
    ///
    /// - Returns: The remaining converted bytes.
    mutating func finish() throws -> [UInt8]
}

/// Returns all bytes unchanged.
public struct Unchanged: ByteTransform {
    /// Creates the conversion, which has no state.
    public init() {}

    /// Returns the bytes.
    public mutating func append(_ bytes: [UInt8]) -> [UInt8] { bytes }

    /// Returns no bytes.
    public mutating func finish() -> [UInt8] { [] }
}
