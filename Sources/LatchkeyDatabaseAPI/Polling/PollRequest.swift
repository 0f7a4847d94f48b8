import Hummingbird

/// What the address of a poll says.
enum PollRequest {
    /// Somebody new, or back again: the database's name, the number of the functions to call, and the session from before.
    case start(namespace: String?, callback: Int?, former: String?)
    case poll(id: String, password: String, namespace: String?, [PollSegments.Segment])
    /// The client goes.
    case disconnect(id: String, password: String)
    /// A page that says goodbye when it is closed.
    case goodbyeFrame

    private static let maxCallbackDigits = 9

    /// - Throws: `DatabaseRefusal` with what is wrong.
    init(_ request: Request) throws(DatabaseRefusal) {
        var query: [Substring: Substring] = [:]
        for (name, value) in request.uri.queryParameters { query[name] = value }
        if query["dframe"] == "t" {
            self = .goodbyeFrame
        } else if query["start"] == "t" {
            let callback = query["cb"].map(Self.number)
            // It becomes a part of the script: nothing but digits may.
            if case .some(nil) = callback { throw .bad("“cb” is a number of at most \(Self.maxCallbackDigits) digits.") }
            self = .start(namespace: query["ns"].map(String.init), callback: callback ?? nil, former: query["ls"].map(String.init))
        } else {
            guard let id = query["id"], let password = query["pw"] else { throw .bad("“id” and “pw” are missing, or “start=t”.") }
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
            else { throw .bad("A piece has a number “seg”, how many there are “ts”, and its data “d”.") }
            segments.append(PollSegments.Segment(number: number, total: total, data: String(data)))
        }
        return segments
    }

    private static func number(_ text: Substring) -> Int? {
        guard (1...maxCallbackDigits).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}
