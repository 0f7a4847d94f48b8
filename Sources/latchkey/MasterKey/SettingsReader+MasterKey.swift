import Foundation
import LatchkeySecrets

extension SettingsReader {
    /// The settings that name a source of the master key. `LATCHKEY_MASTER_KEY` contains the key itself.
    static let masterKeyKeys = ["master-key-file", "master-key-command", "master-key-fd"]

    /// Returns the one source of the master key, without reading it.
    mutating func masterKeySource(in folder: String) -> MasterKeySource {
        var sources: [MasterKeySource] = []
        if let key = environment["LATCHKEY_MASTER_KEY"] { sources.append(.environment(Secret(key))) }
        if let file = text("master-key-file") { sources.append(.file(file)) }
        if let command = text("master-key-command") { sources.append(.command(command)) }
        if let descriptor = masterKeyDescriptor() { sources.append(.descriptor(descriptor)) }
        for extra in sources.dropFirst() {
            note(extra.setting, "cannot be used together with \(sources[0].setting).", "Use one source of the master key.")
        }
        if let source = sources.first { return source }
        if let credentials = environment["CREDENTIALS_DIRECTORY"], !credentials.isEmpty {
            let path = credentials + "/master-key"
            if FileManager.default.fileExists(atPath: path) { return .credential(path) }
        }
        return .standardFile(folder + "/master.key")
    }

    private mutating func masterKeyDescriptor() -> CInt? {
        guard let number = number("master-key-fd", in: 0...1_048_575) else { return nil }
        guard number != 1, number != 2 else {
            note("master-key-fd", "\(number) is an output of the server.", "Use 0 for standard input, or a number from 3.")
            return nil
        }
        return CInt(number)
    }

    /// Notes why the key cannot be read. The standard file is read later, because the first start creates it.
    mutating func checkMasterKey(_ source: MasterKeySource, emulator: EmulatorSettings?) {
        guard emulator == nil else {
            for key in Self.masterKeyKeys where text(key) != nil {
                note(key, "is not available in the emulator, which stores no secrets.", "Remove this setting.")
            }
            return
        }
        if case .standardFile = source { return }
        // Of several sources, none is read.
        guard ![Self.masterKeyKeys, ["LATCHKEY_MASTER_KEY"]].joined().contains(where: { key in mistakes.contains { $0.key == key } }) else {
            return
        }
        do {
            _ = try source.read()
        } catch {
            note(error.key, error.problem, error.mend)
        }
    }
}
