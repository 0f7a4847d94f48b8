import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// The second-factor settings of a project or tenant, converted from and to the wire format.
struct SecondFactorSettings: Equatable {
    var sms: Bool
    var totp: Bool

    init(sms: Bool, totp: Bool) {
        self.sms = sms
        self.totp = totp
    }

    /// - Throws: ``SettingRefusal``.
    init(_ config: MfaConfig?) throws {
        let kinds = (config?.enabledProviders ?? []).filter { $0 != Self.unspecified }
        if let unknown = kinds.first(where: { $0 != Self.smsKind }) {
            throw SettingRefusal("\(unknown.prefix(40)) is not a second factor. Use \(Self.smsKind).")
        }
        sms = try Self.isOn(config?.state) && kinds.contains(Self.smsKind)
        totp = false
        for kind in config?.providerConfigs ?? [] {
            guard let codes = kind.totpProviderConfig else { throw SettingRefusal("providerConfigs can hold a totpProviderConfig only.") }
            guard (codes.adjacentIntervals ?? Self.adjacentIntervals) == Self.adjacentIntervals else {
                throw SettingRefusal(
                    "adjacentIntervals cannot be changed: codes of \(Self.adjacentIntervals) interval before and after the present one are taken."
                )
            }
            totp = try Self.isOn(kind.state)
        }
    }

    var config: MfaConfig {
        MfaConfig(
            state: sms ? "ENABLED" : "DISABLED", enabledProviders: sms ? [Self.smsKind] : [],
            providerConfigs: [
                .init(state: totp ? "ENABLED" : "DISABLED", totpProviderConfig: .init(adjacentIntervals: Self.adjacentIntervals))
            ])
    }

    private static let adjacentIntervals = 1

    private static let smsKind = "PHONE_SMS"
    /// A value of Google's schema that names no factor.
    private static let unspecified = "PROVIDER_UNSPECIFIED"

    private static func isOn(_ state: String?) throws -> Bool {
        switch state {
        case "ENABLED": return true
        case nil, "", "DISABLED", "STATE_UNSPECIFIED", "MFA_STATE_UNSPECIFIED": return false
        default: throw SettingRefusal("The state of a second factor must be ENABLED or DISABLED. Users cannot be required to use one.")
        }
    }
}
