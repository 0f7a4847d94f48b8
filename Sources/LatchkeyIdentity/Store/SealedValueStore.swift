/// Read access to all sealed values, for the replacement of the master key.
public protocol SealedValueReading {
    /// Returns the values of a column that are not sealed with a certain key, sorted by their primary keys.
    ///
    /// - Parameters:
    ///   - header: The first bytes of values under this key.
    ///   - last: The value after which to continue; `nil` for the first values.
    func sealedValues(of column: SealedColumn, without header: [UInt8], after last: SealedValue?, limit: Int) throws -> [SealedValue]
    /// Returns the number of sealed values under each key.
    func sealedValueCounts() throws -> [MasterKeyID: Int]
}

/// Write access to all sealed values.
public protocol SealedValueWriting: SealedValueReading {
    /// Replaces a sealed value, unless it was changed or deleted meanwhile.
    ///
    /// - Returns: Whether it was replaced.
    func replace(_ value: SealedValue, with secret: SealedSecret) throws -> Bool
}
