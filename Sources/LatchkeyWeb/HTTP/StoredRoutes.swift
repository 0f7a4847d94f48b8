/// The routes whose latencies are stored: the calls of apps, and the pages of users.
extension RequestTimes.Route {
    /// The beginnings of paths whose latency says nothing about the calls of apps: files, health checks, the console and the documentation.
    private static let others = [
        "/assets/", "/console", "/healthz", "/readyz", "/favicon.ico", "/docs", "/openapi.json", "/emulator/openapi.json",
    ]
    /// The names of Google's hosts, under which SDKs call the same routes.
    private static let hosts = ["/identitytoolkit.googleapis.com", "/securetoken.googleapis.com", "/www.googleapis.com"]
    private static let maxBytes = 256

    /// The name under which the latency is stored; `nil` for a route that is not stored.
    package var storedName: String? {
        guard var path, !Self.others.contains(where: path.hasPrefix), !path.hasSuffix(".js") else { return nil }
        for host in Self.hosts where path.hasPrefix(host + "/") { path = String(path.dropFirst(host.count)) }
        let name = method + " " + path
        return name.utf8.count <= Self.maxBytes ? name : nil
    }
}
