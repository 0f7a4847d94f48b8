import LatchkeyWeb

/// Logs the refused tokens of one client.
struct TokenRefusals: Sendable {
    let log: SecurityLog
    /// The client's address.
    let address: String?

    /// - Returns: `nil` without a log.
    init?(_ log: SecurityLog?, from address: String?) {
        guard let log else { return nil }
        self.log = log
        self.address = address
    }

    func note(_ reason: String) { log.noteDatabase(refusal: reason, from: address) }
}
