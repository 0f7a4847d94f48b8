import Crypto
import Foundation
import LatchkeyTestSupport
import LatchkeyTree
import Testing

/// The hashes that Firebase's JavaScript client computes.
@Suite struct NodeHashTests {
    @Test(arguments: [
        ("4", "eVih19a6ZDz3NL32uVBtg9KSgQY="), ("0", "7ysMph9WPitGP7poMnMHMVPtUlI="),
        ("true", "E5z61QM0lN/U2WsOnusszCTkR8M="), ("false", "aSSNoqcS4oQwJ2xxH20rvpp3zP0="),
        (#""hey guys""#, "CUNLXWpCVoJE6z7z1vE57lGaKAU="), (#""""#, "Ki0Xy0V6morg0TO3Sxi/jwugYDQ="), ("null", ""), ("{}", ""),
    ]) func leavesAreHashedAsFirebaseHashesThem(json: String, hash: String) throws {
        #expect(try tree(json).hash == hash)
    }

    private func sha1(_ text: String) -> String {
        Data(Insecure.SHA1.hash(data: Data(text.utf8))).base64EncodedString()
    }

    @Test func theTextsThatAreHashedAreTheSpecifications() throws {
        #expect(try tree("-2.5").hash == sha1("number:c004000000000000"))
        #expect(try tree(#"{".value":true,".priority":1}"#).hash == sha1("priority:number:3ff0000000000000:boolean:true"))
        #expect(try tree(#"{".value":"é","priority":null,".priority":"p"}"#).hash == sha1("priority:string:p:string:é"))
        #expect(try tree(#"{".value":0,".priority":0}"#).hash == sha1("priority:number:0000000000000000:number:0000000000000000"))
        #expect(try tree(#"{".value":0,".priority":""}"#).hash == sha1("priority:string::number:0000000000000000"))
        let one = sha1("number:3ff0000000000000")
        #expect(try tree(#"{"a":1}"#).hash == sha1(":a:\(one)"))
        #expect(try tree(#"{"b":1,"a":1,"10":1,"9":1}"#).hash == sha1(":9:\(one):10:\(one):a:\(one):b:\(one)"))
        #expect(try tree(#"{"a":{"b":1},".priority":"x"}"#).hash == sha1("priority:string:x::a:\(sha1(":b:\(one)"))"))
    }

    @Test func childrenAreHashedInTheOrderOfPrioritiesThenOfKeys() throws {
        let node = try tree(
            #"{"a":{".value":1,".priority":"s"},"b":{".value":1,".priority":10},"c":{".value":1,".priority":9},"d":1,"2":{".value":1,".priority":9}}"#
        )
        let parts = ["d", "2", "c", "b", "a"].map { name in ":\(name):\(node[key(name)].hash)" }
        #expect(node.hash == sha1(parts.joined()))
    }

    @Test func aHashNeverStaysBehindAChange() async throws {
        var dice = Dice("hash")
        var node = Node.empty
        for await _ in Soak.standard.rounds(1500) {
            let names = (0...dice.below(3)).map { _ in dice.pick(Model.names) }
            let value = try tree(Model.random(&dice, levels: 1).json)
            node = node.setting(dice.chance(1, in: 4) ? .empty : value, at: TreePath(keys: names.map(key)))
            #expect(node.hash == (try copy(node).hash))
        }
    }
}
