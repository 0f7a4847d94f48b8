import LatchkeySecrets
import Testing

@testable import LatchkeySignInPages

/// Known answers are from python-qrcode 8, with `ERROR_CORRECT_M`, bytes only, and a given mask.
@Suite struct QRCodeTests {
    private func text(_ code: QRCode) -> String {
        (0..<code.size).map { row in String((0..<code.size).map { code.isDark($0, row) ? "#" : "." }) }.joined(separator: "\n")
    }

    @Test func aShortTextIsDrawnAsAnotherProgramDrawsIt() throws {
        let code = try #require(QRCode("latchkey", mask: 3))
        #expect(
            text(code) == """
                #######.##..#.#######
                #.....#.####..#.....#
                #.###.#....#..#.###.#
                #.###.#.##.#..#.###.#
                #.###.#..#....#.###.#
                #.....#...#...#.....#
                #######.#.#.#.#######
                ........#............
                #.##.###.##...#..#.##
                ...#....##..#.#.#.#.#
                .#..#.##.#..####...##
                ..#....##...##.###.#.
                .#.####.####.....#.##
                ........###..#..#....
                #######.##...####....
                #.....#.#######.###..
                #.###.#....#..#.###..
                #.###.#.##...#.....#.
                #.###.#.##.#.#...#...
                #.....#....##.#.....#
                #######.#.###.....#..
                """)
    }

    private static let link = "otpauth://totp/Latchkey:grace%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Latchkey"

    @Test(arguments: [
        (link, 6, 0, "9e03446cf08a037e"), (link, 6, 1, "7ff98be2962d58de"), (link, 6, 2, "31d36a68a57e017b"),
        (link, 6, 3, "9818c0ba1e106726"), (link, 6, 4, "8b08589244c9da32"), (link, 6, 5, "5c4496fb5a39cc80"),
        (link, 6, 6, "b8c7166d43ad5d3a"), (link, 6, 7, "e0801f658a1fd85f"),
        (String(repeating: "a", count: 150), 8, 0, "60ec95717f7a7bc5"), (String(repeating: "x", count: 213), 10, 7, "162f595c376c0682"),
        (String(repeating: "x", count: 214), 11, 0, "3955bc68f9b3f815"), (String(repeating: "ü", count: 206), 15, 7, "cd25148f069f8584"),
    ])
    func everyMaskAndManyVersionsAreDrawnSo(_ content: String, _ version: Int, _ mask: Int, _ digest: String) throws {
        let code = try #require(QRCode(content, mask: mask))
        #expect(code.version == version)
        #expect(Fingerprint(of: text(code)).hex.prefix(16) == digest)
    }

    @Test func theEasiestMaskToReadIsChosen() throws {
        let best = try #require(QRCode(Self.link))
        let all = (0..<8).compactMap { QRCode(Self.link, mask: $0) }
        #expect(all.contains { text($0) == text(best) })
        #expect(best.penalty == all.map(\.penalty).min())
    }

    @Test func oversizedTextHasNoCode() {
        #expect(QRCode(String(repeating: "x", count: 412)) != nil)
        #expect(QRCode(String(repeating: "x", count: 413)) == nil)
    }

    @Test func pathFillsTheDarkModules() throws {
        let code = try #require(QRCode("latchkey", mask: 3))
        #expect(code.pictureSize == 29)
        #expect(code.path.hasPrefix("M4 4h7v1h-7zM12 4h2v1h-2zM16 4h1v1h-1zM18 4h7v1h-7zM4 5h1v1h-1z"))
    }
}
