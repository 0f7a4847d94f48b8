package import LatchkeySecrets

/// An event as the chain of the audit log stores it.
package struct ChainedEvent: Sendable, Equatable {
    /// The position in the chain. Each event has the number after that of the event before it.
    package var sequence: Int64
    /// The event, or what is left of it after its personal data were replaced.
    package var event: AuthEvent
    /// The salt of the personal data as they were recorded; `nil` after they were replaced.
    package var salt: [UInt8]?
    /// The digest of the replaced personal data; `nil` before.
    package var personal: EventDigest?
    /// The proof that the server replaced the personal data; `nil` before.
    package var proof: EventDigest?
    /// The link; `nil` for an event that is not in the chain.
    package var link: EventDigest?

    package init(
        sequence: Int64, event: AuthEvent, salt: [UInt8]?, personal: EventDigest?, proof: EventDigest?, link: EventDigest?
    ) {
        self.sequence = sequence
        self.event = event
        self.salt = salt
        self.personal = personal
        self.proof = proof
        self.link = link
    }

    /// Appends an event to the chain.
    ///
    /// - Parameters:
    ///   - sequence: The number after that of the head.
    ///   - previous: The link of the head.
    package init(
        appending event: AuthEvent, sequence: Int64, after previous: EventDigest, key: EventChainKey, random: RandomTokens
    ) {
        let salt = random.data(count: AuthEvent.saltByteCount)
        let commitment = event.commitment(sequence: sequence, personal: event.personalDigest(salt: salt))
        self.init(
            sequence: sequence, event: event, salt: salt, personal: nil, proof: nil,
            link: key.link(of: commitment, sequence: sequence, after: previous))
    }

    /// The digest of the personal data as they were recorded; `nil` for an event that is not in the chain.
    private var recordedPersonal: EventDigest? { personal ?? salt.map { event.personalDigest(salt: $0) } }

    /// The commitment of the event as it was recorded; `nil` for an event that is not in the chain.
    package var commitment: EventDigest? { recordedPersonal.map { event.commitment(sequence: sequence, personal: $0) } }

    /// Whether the personal data are those that were recorded, or those that the server replaced them with. The link proves the rest.
    package func hasProvenPersonalData(by key: EventChainKey) -> Bool {
        guard let personal else { return salt != nil && proof == nil }
        return salt == nil
            && proof == key.proof(ofRewriting: event, sequence: sequence, personal: personal)
    }

    /// Replaces the personal data. The salt is deleted, so that the stored digest does not reveal them.
    ///
    /// Data that were wrong before stay wrong: the server proves only what it replaced itself.
    package mutating func replacePersonalData(with event: AuthEvent, key: EventChainKey) {
        let wasProven = hasProvenPersonalData(by: key)
        guard let personal = recordedPersonal else { return self.event = event }
        self.event = event
        self.personal = personal
        salt = nil
        if wasProven { proof = key.proof(ofRewriting: event, sequence: sequence, personal: personal) }
    }
}

/// The remains of a deleted event in the chain. They are kept until all earlier events are deleted too.
package struct RemovedEvent: Sendable, Equatable {
    package var sequence: Int64
    package var commitment: EventDigest
    package var link: EventDigest
    package var proof: EventDigest

    package init(sequence: Int64, commitment: EventDigest, link: EventDigest, proof: EventDigest) {
        self.sequence = sequence
        self.commitment = commitment
        self.link = link
        self.proof = proof
    }

    /// Removes an event.
    ///
    /// - Returns: `nil` for an event that is not in the chain.
    package init?(removing event: ChainedEvent, key: EventChainKey) {
        guard let link = event.link, let commitment = event.commitment else { return nil }
        // A line that was wrong before stays wrong.
        let isProven = event.hasProvenPersonalData(by: key)
        let proof = isProven ? key.proof(ofRemoval: commitment, sequence: event.sequence, link: link) : .zero
        self.init(sequence: event.sequence, commitment: commitment, link: link, proof: proof)
    }

    /// Whether the server deleted the event, and the event followed another one.
    package func isProven(by key: EventChainKey, after previous: EventDigest) -> Bool {
        proof == key.proof(ofRemoval: commitment, sequence: sequence, link: link)
            && link == key.link(of: commitment, sequence: sequence, after: previous)
    }
}
