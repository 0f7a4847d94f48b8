/// A node that shares the store, as the console shows it.
public struct ConsoleNode: Sendable {
    let name: String
    let address: String
    let version: String
    /// Whether it is the node that shows the page.
    let isThisNode: Bool
    let secondsSinceStart: Int
    let secondsSinceBeat: Int
    let databases: [String]

    /// Creates a node.
    ///
    /// - Parameters:
    ///   - address: The URL at which other nodes reach it.
    ///   - isThisNode: Whether it is the node that shows the page.
    ///   - secondsSinceStart: The seconds since the node started, or lost its previous lease.
    ///   - secondsSinceBeat: The seconds since the node last confirmed its lease.
    ///   - databases: The names of the realtime databases that it has.
    public init(
        name: String, address: String, version: String, isThisNode: Bool, secondsSinceStart: Int, secondsSinceBeat: Int,
        databases: [String]
    ) {
        self.name = name
        self.address = address
        self.version = version
        self.isThisNode = isThisNode
        self.secondsSinceStart = secondsSinceStart
        self.secondsSinceBeat = secondsSinceBeat
        self.databases = databases
    }
}
