/// A script without its comments and its indentation, for the pages of sites, which load it from another host.
enum CompactScript {
    /// Returns a script without empty lines, indentation, and lines that contain only a part of a comment.
    ///
    /// A comment behind code stays, and so does every character of a line of code. The script must have no line of code that begins with `*`,
    /// and no template literal of several lines.
    static func bytes(of script: [UInt8]) -> [UInt8] {
        let lines = script.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == UInt8(ascii: " ") } }
        let code = lines.filter { line in !line.isEmpty && !["//", "/*", "*"].contains { line.starts(with: $0.utf8) } }
        return code.flatMap { $0 + [UInt8(ascii: "\n")] }
    }
}
