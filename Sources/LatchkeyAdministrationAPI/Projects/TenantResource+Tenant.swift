package import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

extension TenantResource {
    package init(_ tenant: Tenant) {
        let settings = tenant.settings
        self.init(
            name: "projects/\(tenant.project.rawValue)/tenants/\(tenant.id.rawValue)", displayName: tenant.displayName,
            allowPasswordSignup: settings.passwordSignIn, enableEmailLinkSignin: settings.emailLinkSignIn,
            enableAnonymousUser: settings.anonymousSignIn, disableAuth: settings.disabled,
            mfaConfig: SecondFactorSettings(sms: settings.smsSecondFactor, totp: settings.totpSecondFactor).config,
            client: ClientConfig(permissions: .init(disabledUserSignup: !settings.signUp, disabledUserDeletion: false)))
    }

    /// - Throws: ``SignInError`` with `INVALID_DISPLAY_NAME`.
    func checkedDisplayName() throws -> String {
        // The name is optional.
        guard let name = displayName.unlessEmpty else { return "" }
        guard Tenant.isValidName(name) else {
            throw SignInError(.init(rawValue: "INVALID_DISPLAY_NAME"), message: Tenant.nameRule)
        }
        return name
    }

    /// - Throws: ``SettingRefusal``.
    func settings() throws -> TenantSettings {
        guard testPhoneNumbers?.isEmpty ?? true else {
            throw SettingRefusal("testPhoneNumbers cannot be set here: fixed verification codes are not supported.")
        }
        let factors = try SecondFactorSettings(mfaConfig)
        if client?.permissions?.disabledUserDeletion == true {
            throw SettingRefusal("disabledUserDeletion cannot be set here: users may delete their own accounts.")
        }
        return TenantSettings(
            disabled: disableAuth ?? false, passwordSignIn: allowPasswordSignup ?? false, emailLinkSignIn: enableEmailLinkSignin ?? false,
            anonymousSignIn: enableAnonymousUser ?? false, smsSecondFactor: factors.sms, totpSecondFactor: factors.totp,
            signUp: !(client?.permissions?.disabledUserSignup ?? false))
    }
}
