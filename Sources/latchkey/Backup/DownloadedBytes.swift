import LatchkeyBackup

/// The contents of a backup that arrives in pieces; whether it is encrypted shows at its beginning.
struct DownloadedBytes {
    /// Called if the backup is encrypted.
    let decryption: () throws -> AgeDecryption
    private var transform: (any ByteTransform)?
    private var start: [UInt8] = []

    init(decryption: @escaping () throws -> AgeDecryption) {
        self.decryption = decryption
    }

    mutating func append(_ piece: [UInt8]) throws -> [UInt8] {
        if transform != nil { return try transform?.append(piece) ?? [] }
        start += piece
        return start.count < AgeDecryption.markBytes ? [] : try begin()
    }

    mutating func finish() throws -> [UInt8] {
        let first = transform == nil ? try begin() : []
        return first + (try transform?.finish() ?? [])
    }

    private mutating func begin() throws -> [UInt8] {
        var transform: any ByteTransform = AgeDecryption.isEncrypted(start) ? try decryption() : Unchanged()
        defer { (self.transform, start) = (transform, []) }
        return try transform.append(start)
    }
}
