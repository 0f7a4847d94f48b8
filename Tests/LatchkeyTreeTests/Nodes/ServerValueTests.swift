import Testing

@testable import LatchkeyTree

@Suite struct ServerValueTests {
    private func change(_ json: String, at text: String) throws -> TreeChange {
        let path = try WritePath(text)
        let node = try tree(json)
        return path.isPriority ? .setPriority(path.node, try Priority(node)) : .set(path.node, node)
    }

    @Test(arguments: [
        (#"{"n": 5}"#, "n", #"{".sv": {"increment": 2}}"#, #"{"n":7}"#),
        (#"{"n": "text"}"#, "n", #"{".sv": {"increment": 2}}"#, #"{"n":2}"#),
        (#"{"n": {".value": 5, ".priority": 1}}"#, "n/.priority", #"{".sv": {"increment": 2}}"#, #"{"n":{".value":5,".priority":3}}"#),
        (#"{"n": 5}"#, "n/.priority", #"{".sv": {"increment": 2}}"#, #"{"n":{".value":5,".priority":2}}"#),
        (#"{"n": 5}"#, "n/.priority", #"{".sv": "timestamp"}"#, #"{"n":{".value":5,".priority":99}}"#),
    ]) func serverValuesAreResolvedAtAnyDepth(_ before: String, _ path: String, _ received: String, _ after: String) throws {
        let root = try tree(before)
        #expect(root.applying(try change(received, at: path).resolvingServerValues(on: root, now: 99)).json(.export) == after)
    }

    @Test(arguments: [
        ("5", false), (#"{".sv": "timestamp"}"#, false), (#"{".sv": {"increment": 1}}"#, true),
        (#"{"a": {"b": {".sv": {"increment": 1}}}}"#, true),
        (#"{"a": 1, ".priority": {".sv": {"increment": 1}}}"#, true), (#"{".value": 1, ".priority": {".sv": {"increment": 1}}}"#, true),
    ]) func increments(_ json: String, _ areThere: Bool) throws {
        #expect(try tree(json).holdsIncrement == areThere)
    }
}
