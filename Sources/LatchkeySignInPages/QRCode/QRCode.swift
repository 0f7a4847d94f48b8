/// A QR code of a short text (ISO/IEC 18004): byte mode, error correction level M, versions 1 to 15.
package struct QRCode: Sendable {
    /// The number of modules on each side.
    let size: Int
    /// The modules row by row; `true` is dark.
    private(set) var modules: [Bool]
    /// The modules that belong to function patterns, not to data.
    private(set) var isFixed: [Bool]
    let version: Int

    /// - Parameter mask: The mask, 0 to 7; `nil` for the one with the lowest penalty score.
    /// - Returns: `nil` for a text of more than 412 bytes.
    package init?(_ text: String, mask: Int? = nil) {
        let bytes = Array(text.utf8)
        guard let version = Self.versions.first(where: { bytes.count <= Self.capacity(of: $0) }) else { return nil }
        self.version = version
        size = 17 + 4 * version
        modules = Array(repeating: false, count: size * size)
        isFixed = modules
        drawPatterns()
        place(Self.codewords(bytes, version: version))
        let masked = (0..<8).filter { mask == nil || $0 == mask }.map { applying(mask: $0) }
        guard let best = masked.min(by: { $0.penalty < $1.penalty }) else { return nil }
        (modules, isFixed) = (best.modules, best.isFixed)
    }

    func isDark(_ column: Int, _ row: Int) -> Bool { modules[row * size + column] }

    mutating func set(_ column: Int, _ row: Int, _ isDark: Bool) { modules[row * size + column] = isDark }

    mutating func fix(_ column: Int, _ row: Int, _ isDark: Bool) {
        set(column, row, isDark)
        isFixed[row * size + column] = true
    }

    mutating func invert(where condition: (Int, Int) -> Bool) {
        for row in 0..<size {
            for column in 0..<size where !isFixed[row * size + column] && condition(column, row) {
                modules[row * size + column].toggle()
            }
        }
    }

    /// The `d` attribute of an SVG path that fills the dark modules, with the required quiet zone of four modules around them.
    package var path: String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let start = column
                while column < size, isDark(column, row) { column += 1 }
                if column > start { path += "M\(start + Self.quiet) \(row + Self.quiet)h\(column - start)v1h-\(column - start)z" }
                column += 1
            }
        }
        return path
    }

    /// The number of modules on each side of the picture, including the quiet zone.
    package var pictureSize: Int { size + 2 * Self.quiet }

    private static let quiet = 4
}
