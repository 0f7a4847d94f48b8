/// Makes assertions of codes that arrived at a telephone.
public enum PhoneMultiFactorGenerator {
    /// An assertion of a verification and its code, for an enrolment or a sign-in.
    public static func assertion(with credential: PhoneAuthCredential) -> PhoneMultiFactorAssertion {
        PhoneMultiFactorAssertion(credential)
    }
}
