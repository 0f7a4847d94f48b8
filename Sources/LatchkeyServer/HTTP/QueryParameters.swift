import LatchkeyOAuth

/// Names and values of a query or form, duplicates included. The name tells it from Hummingbird's path parameters.
typealias QueryParameters = LatchkeyOAuth.Parameters
