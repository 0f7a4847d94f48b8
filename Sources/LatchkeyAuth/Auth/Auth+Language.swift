import Foundation

extension Auth {
    /// Sets ``languageCode`` to the language of the device.
    ///
    /// On Linux, the language is that of the environment variables `LC_ALL`, `LC_MESSAGES` and `LANG`, in this order.
    public func useAppLanguage() {
        #if canImport(Darwin)
        languageCode = Locale.preferredLanguages.first
        #else
        languageCode = Self.language(of: ProcessInfo.processInfo.environment)
        #endif
    }

    /// Returns the language of an environment, for example `de-AT` for `de_AT.UTF-8`; `nil` if it names none.
    static func language(of environment: [String: String]) -> String? {
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let name = value?.prefix(while: { $0 != "." && $0 != "@" }), !name.isEmpty, name != "C", name != "POSIX" else {
            return nil
        }
        return String(name.replacing("_", with: "-"))
    }
}
