package import LatchkeyOAuth

/// Names and values of a query or form, duplicates included. The name tells it from Hummingbird's path parameters.
package typealias QueryParameters = LatchkeyOAuth.Parameters
