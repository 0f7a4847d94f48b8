/// The result of a verification of the audit log.
public struct EventVerification: Sendable, Equatable, Codable {
    /// The reason why the record is not the one that the server wrote.
    public struct Problem: Sendable, Equatable, Codable {
        /// The sequence number of the first wrong event; `nil` for a problem of the record as a whole.
        public var sequence: Int64?
        /// What is wrong, as a sentence.
        public var detail: String

        /// Creates a problem.
        public init(sequence: Int64?, detail: String) {
            self.sequence = sequence
            self.detail = detail
        }
    }

    /// The number of events whose content is proven. It includes ``pseudonymized``.
    public var verified = 0
    /// The number of events whose personal data were replaced after the deletion of an account.
    public var pseudonymized = 0
    /// The number of deleted events in the chain: those between events that are kept, and all before the first one.
    public var removed = 0
    /// The last event from before the chain, about which it proves nothing; 0 if there is none.
    public var begin: Int64 = 0
    /// The number of stored events from before the chain.
    public var unchained = 0
    /// The last event, as `SEQUENCE:HASH`; `nil` if there is a problem.
    public var head: String?
    /// The first problem; `nil` if the record is complete and unchanged.
    public var problem: Problem?

    /// Creates an empty result.
    public init() {}
}
