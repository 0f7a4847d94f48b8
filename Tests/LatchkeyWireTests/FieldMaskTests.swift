import Testing

@testable import LatchkeyWire

@Suite struct FieldMaskTests {
    private struct Thing: Codable, Equatable {
        struct Part: Codable, Equatable {
            var size: Int?
            var isRound: Bool?
        }

        var name: String?
        var part: Part?
        var labels: [String]?
    }

    private let present = Thing(name: "old", part: .init(size: 1, isRound: true), labels: ["a"])

    private func changed(_ mask: String?, _ body: String) throws -> Thing {
        try FieldMask(mask, body: Array(body.utf8)).applied(to: present)
    }

    @Test(arguments: [nil, ""])
    func emptyMaskMergesTheBody(_ mask: String?) throws {
        #expect(
            try changed(mask, #"{"part":{"size":2},"labels":[]}"#) == Thing(name: "old", part: .init(size: 2, isRound: true), labels: []))
        #expect(try changed(mask, "") == present)
    }

    @Test func nameSelectsOneMember() throws {
        let body = #"{"name":"new","part":{"size":2},"labels":["b"]}"#
        #expect(try changed("name", body) == Thing(name: "new", part: .init(size: 1, isRound: true), labels: ["a"]))
        #expect(try changed("part", body) == Thing(name: "old", part: .init(size: 2), labels: ["a"]))
        #expect(try changed("part.size,labels", body) == Thing(name: "old", part: .init(size: 2, isRound: true), labels: ["b"]))
    }

    @Test func namedAbsentMembersAreReset() throws {
        #expect(try changed("name,part.size", "{}") == Thing(name: nil, part: .init(size: nil, isRound: true), labels: ["a"]))
    }

    @Test func unknownMembersAreFoundInMaskAndBody() throws {
        let known: Set = ["part", "labels"]
        #expect(try FieldMask(nil, body: Array(#"{"part":{"size":1},"colour":"red"}"#.utf8)).stranger(to: known) == "colour")
        #expect(try FieldMask("name,part.size,co_lour.hue", body: []).stranger(to: known) == "coLour.hue")
        #expect(try FieldMask("part,colour", body: []).stranger(to: known) == "colour")
        #expect(try FieldMask("name,part,labels.first", body: []).stranger(to: known) == nil)
        #expect(try changed(nil, #"{"part":{}}"#) == present, "an object without members names nothing")
    }

    @Test func unknownMembersBelowANameAreFound() throws {
        let mask = try FieldMask("part", body: Array(#"{"part":{"size":1,"colour":{"hue":2,"gone":null}},"other":1}"#.utf8))
        #expect(mask.sent == [["part", "colour", "hue"], ["part", "size"]])
        #expect(mask.stranger(to: ["part.size", "labels"]) == "part.colour.hue")
    }

    @Test func nullIsAbsentWithoutAMaskAndResetsWithOne() throws {
        #expect(try changed(nil, #"{"name":null,"part":null}"#) == present)
        #expect(try changed("name", #"{"name":null}"#).name == nil)
    }

    @Test func maskContainsAncestorsAndDescendants() throws {
        let mask = try FieldMask("part.size,labels", body: [])
        #expect(mask.contains("part") && mask.contains("part.size") && mask.contains("labels.first"))
        #expect(!mask.contains("part.isRound") && !mask.contains("name") && !mask.contains("par"))
    }

    @Test func namesWithUnderscoresAreTheSameNames() throws {
        #expect(try changed("part.is_round", #"{"part":{"is_round":false}}"#).part == .init(size: 1, isRound: false))
    }

    @Test func aMemberInTwoSpellingsIsRefused() throws {
        let body = #"{"part":{"is_round":false,"isRound":true}}"#
        let error = #expect(throws: WireDecodingError.self) { try changed("part", body) }
        #expect(error?.description.contains("is_round") == true)
        let lenient = try WireDecoder.$repeatedMembers.withValue(.lastCounts) { try changed("part", body) }
        #expect(lenient.part?.isRound == true, "an emulator takes the one in camelCase")
    }

    @Test(arguments: [
        ".", ",", "name,..", "name,", ",name", "part.", ".part", "part..size", "_", String(repeating: "name,", count: 101),
        String(repeating: "x", count: 9000),
    ])
    func aMaskThatCannotBeReadIsRefused(_ mask: String) {
        #expect(throws: WireDecodingError.self) { try changed(mask, "{}") }
    }

    @Test func aBodyThatCannotBeReadIsRefused() {
        #expect(throws: WireDecodingError.self) { try changed("name", "{") }
        #expect(throws: WireDecodingError.self) { try changed("name", #"{"name":{}}"#) }
        #expect(throws: WireDecodingError.self) { try changed(nil, String(repeating: "[", count: 99) + String(repeating: "]", count: 99)) }
        #expect(throws: WireDecodingError.self) { try changed(nil, "[]") }
    }
}
