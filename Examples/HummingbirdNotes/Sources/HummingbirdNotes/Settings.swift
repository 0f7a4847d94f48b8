/// What the environment says.
struct Settings {
    /// `LATCHKEY_URL`: the server's public address, as it stands in its tokens.
    let serverURL: String
    /// `LATCHKEY_PROJECT`: the project whose tokens are good here, `default` unless it is named.
    let projectID: String
    /// `PORT`: 8081 unless it is named; 0 takes a free one.
    let port: Int

    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    init(_ environment: [String: String]) throws {
        guard let url = environment["LATCHKEY_URL"], !url.isEmpty else {
            throw Mistake(description: "LATCHKEY_URL is missing: export LATCHKEY_URL=http://127.0.0.1:9099")
        }
        let text = environment["PORT"] ?? "8081"
        guard let port = Int(text), (0...65_535).contains(port) else {
            throw Mistake(description: "PORT is 0 to 65535, not “\(text)”.")
        }
        self.serverURL = url
        self.projectID = environment["LATCHKEY_PROJECT"] ?? "default"
        self.port = port
    }
}
