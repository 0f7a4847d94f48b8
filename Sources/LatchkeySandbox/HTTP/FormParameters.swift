import LatchkeyOAuth

/// Pairs of a form or a query. The name tells them from Hummingbird's `Parameters`, which are captured from the path.
typealias FormParameters = LatchkeyOAuth.Parameters

extension FormParameters {
    /// The first name that stands twice.
    var repeatedName: String? {
        var seen: Set<String> = []
        return first { !seen.insert($0.name).inserted }?.name
    }

    /// The value of a name, or `nil` when it is missing or empty.
    func filled(_ name: String) -> String? {
        self[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension String {
    /// The address with further parameters in its query.
    func appendingQuery(_ parameters: FormParameters) -> String {
        "\(self)\(contains("?") ? "&" : "?")\(parameters.formEncoded)"
    }
}
