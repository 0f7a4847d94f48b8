import Synchronization

extension Auth {
    /// Connects to a server in emulator mode (`latchkey serve --emulator`). Call this once, before any other call.
    ///
    /// The connection uses plain HTTP, so hosts other than this machine require ``AuthConfiguration/allowsInsecureHTTP``. If no API key is
    /// configured, one is made up, because an emulator accepts any key.
    ///
    /// The user of the previous server is no longer signed in to this instance, but that session remains stored. A stored session of the
    /// emulator is restored. If you passed a storage or set ``AuthConfiguration/sessionFile``, both servers share it.
    public func useEmulator(withHost host: String, port: Int) {
        let isBareIPv6 = host.contains(":") && !host.hasPrefix("[")
        state.withLock { state in
            state.configuration.serverURL = "http://\(isBareIPv6 ? "[\(host)]" : host):\(port)"
            // Apple's systems would not request the association file from an emulator.
            state.configuration.returnsByUniversalLink = false
            if state.configuration.apiKey.isEmpty { state.configuration.apiKey = "emulator" }
            state.keeper = SessionKeeper(storage: storage ?? systemStorage(state.configuration, appName: appName))
        }
        restore()
        let user = currentUser
        state.withLock { $0.observers.tell(user) }
    }
}
