package import LatchkeyWire

extension UserInfo {
    /// The user with the complete phone number of each second factor also in `unobfuscatedPhoneInfo`, as in Google's emulator.
    package var withUnobfuscatedNumbers: UserInfo {
        var user = self
        user.mfaInfo = mfaInfo?.map { factor in
            var factor = factor
            factor.unobfuscatedPhoneInfo = factor.phoneInfo
            return factor
        }
        return user
    }
}
