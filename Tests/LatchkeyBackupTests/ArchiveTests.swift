import LatchkeySecrets
import Testing

@testable import LatchkeyBackup

/// The format of the objects of an archive.
@Suite struct ArchiveTests {
    private let passphrase: Secret<String> = "correct horse battery"
    private let place = "20261127T113302.123Z-3f9c2a7b1d4e5f60-0000000001/0000000002.segment"

    @Test func namesContainTheTimeAndTheChain() throws {
        let name = ArchiveFolderName(milliseconds: 1_795_779_182_007, generation: "3f9c2a7b1d4e5f60", sequence: 12)
        #expect(name.text == "20261127T113302.007Z-3f9c2a7b1d4e5f60-0000000012")
        #expect(ArchiveFolderName(name.text) == name)
        #expect(ArchiveFolderName.randomGeneration().utf8.count == 16)
        let later = ArchiveFolderName(milliseconds: 1_795_779_182_008, generation: "0000000000000000", sequence: 1)
        #expect(name < later && name.text < later.text)
        #expect(ArchiveObject.segment(7) == "0000000007.segment" && ArchiveObject.sequence(of: "0000000007.segment") == 7)
    }

    @Test(arguments: [
        "", "snapshot", "20261127T113302Z-3f9c2a7b1d4e5f60-0000000012", "20261127T113302.007Z-3F9C2A7B1D4E5F60-0000000012",
        "20261127T113302.007Z-3f9c2a7b1d4e5f6-0000000012", "20261127T113302.007Z-3f9c2a7b1d4e5f60-12",
        "20261327T113302.007Z-3f9c2a7b1d4e5f60-0000000012", "20261127T113302.007Z-3f9c2a7b1d4e5f60-000000001x",
        "20261127T113302.007Z-3f9c2a7b1d4e5f60-0000000012/", "20261127T113302.+07Z-3f9c2a7b1d4e5f60-0000000012",
    ])
    func otherNamesAreIgnored(name: String) {
        #expect(ArchiveFolderName(name) == nil)
        #expect(ArchiveObject.sequence(of: name) == nil)
    }

    @Test(arguments: [false, true]) func anObjectIsBoundToItsPlace(isEncrypted: Bool) throws {
        let key = try ArchiveKey(passphrase: isEncrypted ? passphrase : nil)
        let content = Array("some content".utf8)
        let object = try key.seal(content, as: place)
        let again = try ArchiveKey(start: key.start, passphrase: isEncrypted ? passphrase : nil)
        #expect(try again.open(object, as: place) == content)
        #expect(throws: ArchiveFormatError.damaged) { try again.open(object, as: place + "x") }
        for index in object.indices {
            var changed = object
            changed[index] ^= 1
            #expect(throws: ArchiveFormatError.damaged) { try again.open(changed, as: place) }
            #expect(throws: ArchiveFormatError.damaged) { try again.open(Array(object[..<index]), as: place) }
        }
    }

    @Test func aKeyNeedsItsPassphrase() throws {
        let key = try ArchiveKey(passphrase: passphrase)
        #expect(throws: ArchiveFormatError.isEncrypted) { try ArchiveKey(start: key.start, passphrase: nil) }
        #expect(throws: AgeError.wrongPassphrase) { try ArchiveKey(start: key.start, passphrase: "another passphrase") }
        for text in ["", "{}", "{\"format\":1,\"key\":\"AAAA\"}", "no JSON"] {
            #expect(throws: ArchiveFormatError.damaged) { try ArchiveKey(start: Array(text.utf8), passphrase: nil) }
        }
        #expect(throws: ArchiveFormatError.otherVersion(2)) { try ArchiveKey(start: Array("{\"format\":2}".utf8), passphrase: nil) }
    }

    private func run(_ transform: inout some ByteTransform, _ input: [UInt8], step: Int) throws -> [UInt8] {
        var output: [UInt8] = []
        for start in stride(from: 0, to: input.count, by: step) {
            output += try transform.append(Array(input[start..<min(input.count, start + step)]))
        }
        return output + (try transform.finish())
    }

    @Test(arguments: [false, true], [0, 1, 65_536, 65_537, 200_000])
    func aLargeObjectIsConvertedInPieces(isEncrypted: Bool, count: Int) throws {
        let key = try ArchiveKey(passphrase: isEncrypted ? passphrase : nil)
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        var sealing = key.sealing(as: place)
        let length = sealing.length(of: count)
        let object = try run(&sealing, content, step: 10_000)
        #expect(object.count == length)
        var opening = key.opening(as: place)
        #expect(try run(&opening, object, step: 7001) == content)
        for other in [Array(object.dropLast()), object + [0], Array(object.dropFirst())] {
            var opening = key.opening(as: place)
            #expect(throws: ArchiveFormatError.damaged) { try run(&opening, other, step: 9000) }
        }
        var moved = key.opening(as: "elsewhere")
        #expect(throws: ArchiveFormatError.damaged) { try run(&moved, object, step: 9000) }
    }

    @Test func segmentsContainTheirDescription() throws {
        typealias Numbered = ArchiveSegment<Int>
        let header = Numbered.Header(
            generation: "3f9c2a7b1d4e5f60", sequence: 3, start: 1, end: 5, commits: [.init(frame: 4, at: 1_795_779_182_007)])
        let frames = [1, 2, 3] + [UInt8](repeating: 0, count: 4096) + [9]
        let bytes = try Numbered(header: header, frames: frames).bytes()
        #expect(bytes.count < 400)
        let read = try Numbered(bytes)
        #expect(read.frames == frames && read.header.commits == header.commits && read.header.sequence == 3)
        for count in 0..<bytes.count - 2 where count != bytes.count - 2 - 3 {
            #expect((try? Numbered(Array(bytes[..<count])))?.frames != frames)
        }
        #expect(throws: ArchiveFormatError.damaged) { try Numbered(bytes + [0x80]) }
    }

    @Test func runsOfEqualBytesAreShortened() {
        let zeros = [UInt8](repeating: 0, count: 16)
        #expect(RunLengths.pack([]) == [])
        #expect(RunLengths.pack([1, 2]) == [4, 1, 2])
        #expect(RunLengths.pack(zeros) == [33, 0])
        #expect(RunLengths.pack([7] + zeros + [8]) == [2, 7, 33, 0, 2, 8])
        #expect(RunLengths.pack([UInt8](repeating: 5, count: 100)) == [0xc9, 0x01, 5])
        #expect(RunLengths.unpack([0xc9, 0x01, 5], maxBytes: 100) == [UInt8](repeating: 5, count: 100))
    }

    @Test(arguments: [[0x80], [33], [4, 1], [0xc9, 0x01, 5], [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0]] as [[UInt8]])
    func brokenRunsAreRefused(bytes: [UInt8]) {
        #expect(RunLengths.unpack(bytes, maxBytes: 99) == nil)
    }
}
