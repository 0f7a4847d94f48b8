package import LatchkeySecrets

/// A JSON value in a claim.
package typealias ClaimValue = AnyJSON
