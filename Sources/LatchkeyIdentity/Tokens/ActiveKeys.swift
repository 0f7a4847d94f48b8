/// The keys of a ``TokenAuthority``, and the choice of those that sign.
///
/// Other nodes learn of a new key some time after it was stored, and refuse its tokens until then. So the former key of a purpose signs for a
/// while after it was replaced, unless it was revoked.
struct ActiveKeys: Sendable {
    /// The keys that are accepted and published.
    private(set) var ring: KeyRing
    /// The time for which a new key is published before it signs.
    private let publication: Duration
    private var former: [SigningKey.Purpose: (signer: TokenSigner, until: ContinuousClock.Instant)] = [:]

    init(_ ring: KeyRing, publication: Duration) {
        self.ring = ring
        self.publication = publication
    }

    mutating func replace(with new: KeyRing, at instant: ContinuousClock.Instant) {
        for purpose in SigningKey.Purpose.allCases {
            guard publication > .zero, let signer = try? signer(of: purpose, at: instant), new[purpose].publishes(signer.id),
                let next = new[purpose].signer, next.id != signer.id
            else {
                former[purpose] = nil
                continue
            }
            let isKnown = next.id == ring[purpose].signer?.id
            former[purpose] = (signer, until: isKnown ? former[purpose]?.until ?? instant : instant + publication)
        }
        ring = new
    }

    /// Returns the signer of a kind of tokens.
    ///
    /// - Throws: ``NoSigningKey`` if the store had none for it.
    func signer(of purpose: SigningKey.Purpose, at instant: @autoclosure () -> ContinuousClock.Instant) throws -> TokenSigner {
        if let former = former[purpose], instant() < former.until { return former.signer }
        guard let signer = ring[purpose].signer else { throw NoSigningKey() }
        return signer
    }
}
