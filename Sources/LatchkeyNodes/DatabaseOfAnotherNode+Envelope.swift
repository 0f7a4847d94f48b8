package import LatchkeyTree
import LatchkeyWeb
package import LatchkeyWire

/// The administration cannot use a database of another node.
extension DatabaseOfAnotherNode: ErrorWithEnvelope {
    package var envelope: WireErrorEnvelope {
        WireErrorEnvelope(code: 503, message: "The node \(node) has the database \(database.name). Use that node.", status: "UNAVAILABLE")
    }
}
