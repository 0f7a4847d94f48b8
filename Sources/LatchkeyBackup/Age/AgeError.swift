/// The reason why a file cannot be encrypted or decrypted.
public enum AgeError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file does not begin with the header of the format.
    case notEncrypted
    /// The file was encrypted for keys, or in another version of the format.
    case unsupported
    /// The passphrase takes more memory to check than ``AgeHeader/costs`` allow.
    case tooCostly(Int)
    /// The passphrase is not the one of the file.
    case wrongPassphrase
    /// A part of the file is not what was written.
    case altered
    /// The end of the file is missing.
    case truncated

    /// The problem, for the operator.
    public var description: String {
        switch self {
        case .notEncrypted: "it is not encrypted in the format of age."
        case .unsupported: "it is not encrypted with a passphrase in version 1 of the format of age. Decrypt it with age first."
        case .tooCostly(let cost):
            "its work factor is 2^\(cost); at most 2^\(AgeHeader.costs.upperBound) is accepted. Decrypt it with age first."
        case .wrongPassphrase: "the passphrase is not the one that it was encrypted with, or its beginning is damaged."
        case .altered: "it is damaged: its contents were changed after it was encrypted."
        case .truncated: "it is damaged: its end is missing."
        }
    }
}
