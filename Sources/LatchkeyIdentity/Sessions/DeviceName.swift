/// The name of a device in a list of sessions, from what its client said about itself at the sign-in (`User-Agent`, RFC 9110, section
/// 10.1.5). A client can send any text, so nothing is decided by it.
package enum DeviceName {
    /// Parts of the header and names, in the order in which they are looked for: browsers also send the parts of others.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "Mac"), ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ]
    private static let maxCharacters = 60

    /// Returns the browser and the system, or else the name of the program; `nil` if the client said nothing.
    package static func text(of client: ClientDescription) -> String? {
        let agent = client.userAgent ?? ""
        func first(_ parts: [(String, String)]) -> String? { parts.first { agent.contains($0.0) }?.1 }
        let known = [first(browsers), first(systems)].compactMap(\.self)
        if !known.isEmpty { return known.joined(separator: " · ") }
        let other = agent.isEmpty ? client.app ?? "" : String(agent.prefix { $0 != " " && $0 != "/" })
        return other.isEmpty ? nil : String(other.prefix(maxCharacters))
    }
}
