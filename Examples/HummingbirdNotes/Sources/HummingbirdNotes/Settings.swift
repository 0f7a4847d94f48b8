/// The settings from the environment.
struct Settings {
    /// `LATCHKEY_URL`: the server's public URL, as it appears in its tokens.
    let serverURL: String
    /// `LATCHKEY_PROJECT`: the project whose tokens are accepted; `default` unless set.
    let projectID: String
    /// `PORT`: the port to listen on, 8081 by default; 0 selects a free port.
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
