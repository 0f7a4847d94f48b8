public import LatchkeySecrets

/// A JSON value in a claim.
public typealias ClaimValue = AnyJSON
