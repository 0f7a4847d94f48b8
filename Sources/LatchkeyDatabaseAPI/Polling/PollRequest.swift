import Hummingbird

/// A parsed long polling request.
enum PollRequest {
    /// Starts a session, with the database's name, the number of the callback functions, and the ID of the client's previous session.
    case start(namespace: String?, callback: Int?, former: String?)
    case poll(id: String, password: String, namespace: String?, [PollSegments.Segment])
    /// Ends the session.
    case disconnect(id: String, password: String)
    /// Requests a page that ends the session when it is closed.
    case goodbyeFrame

    private static let maxCallbackDigits = 9

    /// - Throws: `DatabaseRefusal` if the request is invalid.
    init(_ request: Request) throws(DatabaseRefusal) {
        var query: [Substring: Substring] = [:]
        for (name, value) in request.uri.queryParameters { query[name] = value }
        if query["dframe"] == "t" {
            self = .goodbyeFrame
        } else if query["start"] == "t" {
            let callback = query["cb"].map(Self.number)
            // The number becomes a part of the script, so only digits are allowed.
            if case .some(nil) = callback { throw .bad("“cb” must be a number of at most \(Self.maxCallbackDigits) digits.") }
            self = .start(namespace: query["ns"].map(String.init), callback: callback ?? nil, former: query["ls"].map(String.init))
        } else {
            guard let id = query["id"], let password = query["pw"] else { throw .bad("“id” and “pw”, or “start=t”, are missing.") }
            if query["disconn"] == "t" {
                self = .disconnect(id: String(id), password: String(password))
            } else {
                self = .poll(
                    id: String(id), password: String(password), namespace: query["ns"].map(String.init), try Self.segments(query))
            }
        }
    }

    private static func segments(_ query: [Substring: Substring]) throws(DatabaseRefusal) -> [PollSegments.Segment] {
        var segments: [PollSegments.Segment] = []
        while let number = query["seg\(segments.count)"] {
            guard let number = Self.number(number), let total = query["ts\(segments.count)"].flatMap(Self.number),
                let data = query["d\(segments.count)"]
            else { throw .bad("A segment must have a number “seg”, the number of segments “ts”, and data “d”.") }
            segments.append(PollSegments.Segment(number: number, total: total, data: String(data)))
        }
        return segments
    }

    private static func number(_ text: Substring) -> Int? {
        guard (1...maxCallbackDigits).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}
