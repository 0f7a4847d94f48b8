/// Escaping and unescaping of HTML text. It works on bytes, so that a combining character after a mark does not hide the mark.
enum HTMLText {
    private static let marks: [(byte: UInt8, entity: [UInt8])] = [
        (UInt8(ascii: "&"), Array("&amp;".utf8)), (UInt8(ascii: "<"), Array("&lt;".utf8)), (UInt8(ascii: ">"), Array("&gt;".utf8)),
        (UInt8(ascii: "\""), Array("&quot;".utf8)), (UInt8(ascii: "'"), Array("&#39;".utf8)),
    ]

    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if let mark = marks.first(where: { $0.byte == byte }) { bytes += mark.entity } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func unescaped(_ html: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(html.utf8)[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "&"), let mark = marks.first(where: { rest.starts(with: $0.entity) }) {
                bytes.append(mark.byte)
                rest = rest.dropFirst(mark.entity.count)
            } else {
                bytes.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
