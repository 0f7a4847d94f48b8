import CLatchkeyPages

/// The files of the pages, which are compiled into the program.
enum PageFiles {
    /// The files by folder and name, for example `Console/users.mustache`.
    package static let all: [String: [UInt8]] = {
        var files: [String: [UInt8]] = [:]
        var index = 0
        while let file = latchkey_page_file_at(index)?.pointee {
            files[String(cString: file.name)] = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            index += 1
        }
        return files
    }()

    private static let templateEnding = ".mustache"

    /// The templates, by names that other templates can reference: `console-users`.
    package static var templates: [(String, String)] {
        all.filter { $0.key.hasSuffix(templateEnding) }.map { name, bytes in
            (name.dropLast(templateEnding.count).lowercased().replacing("/", with: "-"), String(decoding: bytes, as: UTF8.self))
        }
    }
}
