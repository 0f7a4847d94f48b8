/// Where a server accepts connections.
package enum ListeningPlace: Sendable, Equatable {
    /// A port that the server opens; 0 for any free one.
    case port(Int, host: String)
    /// A listening socket that the process inherited, for example from systemd. The server closes it when it stops; the owner of the socket
    /// has a descriptor of its own, so that connections wait for the next server.
    case inherited(descriptor: CInt)
}
