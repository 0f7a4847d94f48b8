/// Numbers of things in texts for operators.
enum Count {
    /// Returns a number with its noun: `1 event`, `2 events`.
    ///
    /// - Parameter plural: The plural; the noun with an s by default.
    static func text(_ number: some BinaryInteger, _ noun: String, _ plural: String? = nil) -> String {
        "\(number) " + (number == 1 ? noun : plural ?? noun + "s")
    }
}
