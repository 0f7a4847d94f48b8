import LatchkeyWire

extension UserInfo {
    /// With the whole phone number of each second factor under the name that Google's emulator has for it besides.
    var withUnobfuscatedNumbers: UserInfo {
        var user = self
        user.mfaInfo = mfaInfo?.map { factor in
            var factor = factor
            factor.unobfuscatedPhoneInfo = factor.phoneInfo
            return factor
        }
        return user
    }
}
