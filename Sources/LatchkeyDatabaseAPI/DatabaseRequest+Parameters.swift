import LatchkeyTree

/// Parsers for the parameters of a request.
extension DatabaseRequest {
    static let maxTimeout = Duration.seconds(15 * 60)

    /// Parses a duration such as `3ms`, `3s` or `3min`.
    static func timeout(_ text: String) throws(DatabaseRefusal) -> Duration {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard (1...9).contains(digits.count), let number = Int(digits) else { throw badTimeout }
        let timeout: Duration
        switch text.dropFirst(digits.count) {
        case "ms": timeout = .milliseconds(number)
        case "s": timeout = .seconds(number)
        case "min": timeout = .seconds(number * 60)
        default: throw badTimeout
        }
        guard timeout > .zero, timeout <= maxTimeout else { throw badTimeout }
        return timeout
    }

    private static let badTimeout = DatabaseRefusal.bad(
        "timeout must be a number and a unit, such as 3ms, 3s or 3min, greater than 0 and at most 15min.")

    static func writeSizeLimit(_ text: String) throws(DatabaseRefusal) -> WriteSizeLimit {
        guard let limit = WriteSizeLimit(rawValue: text) else {
            throw .bad("writeSizeLimit must be one of \(WriteSizeLimit.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return limit
    }

    /// Returns a `Content-Disposition` header (RFC 6266) for a file name.
    ///
    /// Characters that are not allowed in file names on some systems, or that would end the header, become underscores.
    package static func attachment(_ name: String) -> String {
        var safe = ""
        for scalar in name.unicodeScalars.prefix(maxFileNameCharacters) {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_", " ": safe.unicodeScalars.append(scalar)
            // A leading period would hide the file.
            case "." where !safe.isEmpty: safe += "."
            default: safe += "_"
            }
        }
        return "attachment; filename=\"\(safe.isEmpty ? "download.json" : safe)\""
    }

    private static let maxFileNameCharacters = 128
}
