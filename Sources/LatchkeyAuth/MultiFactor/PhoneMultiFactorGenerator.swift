/// A namespace for creating assertions from codes that a phone received.
public enum PhoneMultiFactorGenerator {
    /// Creates an assertion from a verification and its code, for an enrollment or a sign-in.
    public static func assertion(with credential: PhoneAuthCredential) -> PhoneMultiFactorAssertion {
        PhoneMultiFactorAssertion(credential)
    }
}
