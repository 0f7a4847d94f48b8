package import LatchkeyOAuth

/// The names and values of a query or form, including duplicates. The name distinguishes it from Hummingbird's path parameters.
package typealias QueryParameters = LatchkeyOAuth.Parameters
