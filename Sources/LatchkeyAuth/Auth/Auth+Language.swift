import Foundation

extension Auth {
    /// Asks for pages and mails in the language that the person set for the device.
    ///
    /// On Linux that is what the variables `LC_ALL`, `LC_MESSAGES` and `LANG` say.
    public func useAppLanguage() {
        #if canImport(Darwin)
        languageCode = Locale.preferredLanguages.first
        #else
        languageCode = Self.language(of: ProcessInfo.processInfo.environment)
        #endif
    }

    /// The language of an environment, `de-AT` for `de_AT.UTF-8`; `nil` where it names none.
    static func language(of environment: [String: String]) -> String? {
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let name = value?.prefix(while: { $0 != "." && $0 != "@" }), !name.isEmpty, name != "C", name != "POSIX" else {
            return nil
        }
        return String(name.replacing("_", with: "-"))
    }
}
