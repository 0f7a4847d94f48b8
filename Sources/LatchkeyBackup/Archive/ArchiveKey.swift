import Crypto
public import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Protects the objects of a chain of an archive: encrypts them, or adds a checksum.
///
/// Deriving a key from a passphrase takes a second, which a segment does not have. Therefore a chain has a random key, which its object
/// `start` contains, encrypted with the passphrase in the format of age.
public struct ArchiveKey: Sendable {
    /// The object that contains the key; the same for all parts of a chain.
    public let start: [UInt8]
    /// `nil` if the archive is not encrypted.
    private let key: SymmetricKey?

    private struct Start: Codable {
        var format: Int
        var key: Data?
    }

    private static let format = 1
    private static let keyBytes = 32
    /// The largest accepted object in bytes.
    public static let maxStartBytes = 4096

    /// Whether objects are encrypted.
    public var isEncrypted: Bool { key != nil }

    /// Creates the key of a new chain. With a passphrase it takes about a second and 256 MiB of memory.
    public init(passphrase: Secret<String>?) throws {
        guard let passphrase else {
            (key, start) = (nil, Array(try JSONEncoder().encode(Start(format: Self.format))))
            return
        }
        let key = SymmetricKey(size: .bits256)
        let content = try JSONEncoder().encode(Start(format: Self.format, key: key.withUnsafeBytes { Data($0) }))
        var encryption = try AgeEncryption(passphrase: passphrase)
        start = try encryption.append(Array(content)) + encryption.finish()
        self.key = key
    }

    /// Reads the key of a chain.
    ///
    /// - Throws: ``AgeError`` or ``ArchiveFormatError``.
    public init(start: [UInt8], passphrase: Secret<String>?) throws {
        var content = start
        let isEncrypted = AgeDecryption.isEncrypted(start)
        if isEncrypted {
            guard let passphrase else { throw ArchiveFormatError.isEncrypted }
            var decryption = AgeDecryption(passphrase: passphrase)
            content = try decryption.append(start) + decryption.finish()
        }
        guard let read = try? JSONDecoder().decode(Start.self, from: Data(content)), read.key.map({ $0.count == Self.keyBytes }) != false,
            (read.key != nil) == isEncrypted
        else { throw ArchiveFormatError.damaged }
        guard read.format == Self.format else { throw ArchiveFormatError.otherVersion(read.format) }
        (key, self.start) = (read.key.map { SymmetricKey(data: $0) }, start)
    }

    /// Protects an object that fits into memory.
    ///
    /// - Parameter place: The folder and the name of the object, which belong to its contents.
    public func seal(_ content: [UInt8], as place: String) throws -> [UInt8] {
        guard let key else { return content + Self.digest(content, place) }
        return Array(try ChaChaPoly.seal(content, using: key, authenticating: Array(place.utf8)).combined)
    }

    /// Returns the contents of an object.
    ///
    /// - Throws: ``ArchiveFormatError/damaged``.
    public func open(_ object: [UInt8], as place: String) throws(ArchiveFormatError) -> [UInt8] {
        guard let key else {
            guard object.count >= SHA256.byteCount else { throw .damaged }
            let content = Array(object.dropLast(SHA256.byteCount))
            guard Self.digest(content, place) == Array(object.suffix(SHA256.byteCount)) else { throw .damaged }
            return content
        }
        guard let box = try? ChaChaPoly.SealedBox(combined: object),
            let content = try? ChaChaPoly.open(box, using: key, authenticating: Array(place.utf8))
        else { throw .damaged }
        return Array(content)
    }

    private static func digest(_ content: [UInt8], _ place: String) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: content)
        hash.update(data: Array(place.utf8))
        return Array(hash.finalize())
    }

    /// Returns the protection of an object of any length.
    public func sealing(as place: String) -> ArchiveSealing { ArchiveSealing(key: streamKey(place), place: place) }

    /// Returns the reverse of ``sealing(as:)``.
    public func opening(as place: String) -> ArchiveOpening { ArchiveOpening(key: streamKey(place), place: place) }

    private func streamKey(_ place: String) -> SymmetricKey? {
        key.map { HKDF<SHA256>.deriveKey(inputKeyMaterial: $0, info: Array(place.utf8), outputByteCount: Self.keyBytes) }
    }
}

/// Why an object of an archive cannot be used.
public enum ArchiveFormatError: Error, Equatable, Sendable {
    /// It was changed or cut off, or is another object.
    case damaged
    /// A passphrase is missing.
    case isEncrypted
    /// Another version of the program wrote it.
    case otherVersion(Int)
}
