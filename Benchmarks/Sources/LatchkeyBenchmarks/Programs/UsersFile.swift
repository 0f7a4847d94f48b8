import Foundation

/// A file of users in the format of `firebase auth:export`, with a hash, a salt, a name, and a provider for every third user.
struct UsersFile {
    let path: String
    private let configuration: String

    static func uid(_ index: Int) -> String {
        "u\(String(index * 7919 % 1_000_000_007, radix: 36))\(index)"
    }

    static func email(_ index: Int) -> String {
        "user\(index)@example.com"
    }

    init(_ count: Int, in folder: String) throws {
        path = folder + "/users-\(count).json"
        configuration = folder + "/hash.json"
        try Self.create(configuration, Data(#"{"algorithm":"SHA256","rounds":1}"#.utf8))
        try Self.create(path, Data("{\"users\": [".utf8))
        guard let handle = FileHandle(forWritingAtPath: path) else { throw BenchmarkFailure("\(path) cannot be written") }
        defer { try? handle.close() }
        try handle.seekToEnd()
        var generator = SystemRandomNumberGenerator()
        func bytes(_ count: Int) -> String {
            Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }).base64EncodedString()
        }
        var text = ""
        for index in 0..<count {
            let provider =
                index % 3 == 0
                ? #"{"providerId":"google.com","rawId":"1\#(index)","email":"\#(Self.email(index))","displayName":"User \#(index)"}"#
                : ""
            text += """
                \(index == 0 ? "" : ",")
                {"localId":"\(Self.uid(index))","email":"\(Self.email(index))",\
                "emailVerified":true,"passwordHash":"\(bytes(32))","salt":"\(bytes(16))","displayName":"User Number \(index)",\
                "lastSignedInAt":"1700000000000","createdAt":"1600000000000","disabled":false,"providerUserInfo":[\(provider)]}
                """
            if text.utf8.count > 1_000_000 {
                try handle.write(contentsOf: Data(text.utf8))
                text = ""
            }
        }
        try handle.write(contentsOf: Data((text + "\n]}\n").utf8))
    }

    var megabytes: Double {
        ((try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.doubleValue ?? 0) / 1e6
    }

    /// Returns the arguments of `latchkey` that import the users into a data folder.
    func importing(to data: String) -> [String] {
        ["users", "import", path, "--hash-config", configuration, "--data", data]
    }

    func remove() {
        for file in [path, configuration] { try? FileManager.default.removeItem(atPath: file) }
    }

    private static func create(_ path: String, _ contents: Data) throws {
        guard FileManager.default.createFile(atPath: path, contents: contents, attributes: [.posixPermissions: 0o600]) else {
            throw BenchmarkFailure("\(path) cannot be written")
        }
    }
}
