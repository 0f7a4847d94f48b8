public import LatchkeyEmulator

extension EmulatorPreparation {
    /// Creates the preparation for the parts of a server.
    ///
    /// - Precondition: `parts.emulation` is not nil.
    public init(_ parts: ServerParts) {
        self.init(Self.emulation(of: parts), parts.basics)
    }

    fileprivate static func emulation(of parts: ServerParts) -> Emulation {
        guard let emulation = parts.emulation else { preconditionFailure("the parts are not those of an emulator") }
        return emulation
    }
}

extension EmulatorAccounts {
    /// Creates the import and export for the parts of a server.
    ///
    /// - Precondition: `parts.emulation` is not nil.
    public init(_ parts: ServerParts) {
        self.init(EmulatorPreparation.emulation(of: parts), parts.basics)
    }
}
