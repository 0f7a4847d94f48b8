import LatchkeyOAuth

/// The parameters of a form or a query. The name distinguishes them from Hummingbird's `Parameters` for path captures.
typealias FormParameters = LatchkeyOAuth.Parameters

extension FormParameters {
    /// The first name that appears twice.
    var repeatedName: String? {
        var seen: Set<String> = []
        return first { !seen.insert($0.name).inserted }?.name
    }

    /// Returns the value of a parameter, or `nil` when it is missing or empty.
    func filled(_ name: String) -> String? {
        self[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension String {
    /// Returns the URL with additional query parameters.
    func appendingQuery(_ parameters: FormParameters) -> String {
        "\(self)\(contains("?") ? "&" : "?")\(parameters.formEncoded)"
    }
}
