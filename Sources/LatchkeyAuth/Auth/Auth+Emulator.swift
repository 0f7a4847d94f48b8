import Synchronization

extension Auth {
    /// Talks to a server in emulator mode (`latchkey serve --emulator`) from now on; called once, before anything else.
    ///
    /// The connection is plain HTTP, so hosts other than this machine need ``AuthConfiguration/allowsInsecureHTTP``. Where no key is
    /// configured one is made up: an emulator takes any. Whoever was signed in at the other server is not any more in this
    /// instance, and its session waits there; who signed in at the emulator before is. A storage or a
    /// ``AuthConfiguration/sessionFile`` that was given is used for both servers.
    public func useEmulator(withHost host: String, port: Int) {
        let isBareIPv6 = host.contains(":") && !host.hasPrefix("[")
        state.withLock { state in
            state.configuration.serverURL = "http://\(isBareIPv6 ? "[\(host)]" : host):\(port)"
            // The emulator is not where Apple's systems would ask for the association.
            state.configuration.returnsByUniversalLink = false
            if state.configuration.apiKey.isEmpty { state.configuration.apiKey = "emulator" }
            state.keeper = SessionKeeper(storage: storage ?? systemStorage(state.configuration, appName: appName))
        }
        restore()
        let user = currentUser
        state.withLock { $0.observers.tell(user) }
    }
}
