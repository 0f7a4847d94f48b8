import LatchkeyTestSupport

extension Dice {
    /// Makes one to four small changes: a byte replaced, a part removed, duplicated or moved, the end cut off.
    mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &self) {
            let start = Int.random(in: 0...bytes.count, using: &self)
            let end = min(bytes.count, start + Int.random(in: 0...8, using: &self))
            switch Int.random(in: 0..<6, using: &self) {
            case 0 where start < bytes.count: bytes[start] = UInt8.random(in: .min ... .max, using: &self)
            case 1: bytes.removeSubrange(start..<end)
            case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
            case 3: bytes.insert(contentsOf: Self.awkward.randomElement(using: &self) ?? [], at: start)
            case 4: bytes.removeSubrange(start...)
            default: bytes.append(contentsOf: bytes[start..<end])
            }
        }
        return bytes
    }

    private static let awkward: [[UInt8]] = [
        [0x00], [0xFF], [0xC3], [0xED, 0xA0, 0x80], Array("%".utf8), Array("%zz".utf8), Array("%C3".utf8), Array("+".utf8),
        Array("&&".utf8), Array("=".utf8), Array("\"".utf8), Array("\\".utf8), Array("\\u0000".utf8), Array(",,".utf8),
        Array("{".utf8), Array("[[[[[[".utf8), Array("]".utf8), Array("<error".utf8), Array("<!--".utf8), Array("&#39;".utf8),
        Array("-1".utf8), Array("1e999".utf8), Array("99999999999999999999999".utf8), Array("null".utf8), Array("\r\n".utf8),
        Array("e\u{301}".utf8), Array("oauth_token=x".utf8), Array("error=access_denied".utf8),
    ]
}
