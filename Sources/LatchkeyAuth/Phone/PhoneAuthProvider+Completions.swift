// Variants with a completion handler, which is called on the main actor.

extension PhoneAuthProvider {
    /// The variant of ``verifyPhoneNumber(_:uiDelegate:multiFactorSession:)`` with a completion handler.
    public func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil,
        completion: (@MainActor (String?, (any Error)?) -> Void)?
    ) {
        verifyPhoneNumber(phoneNumber, uiDelegate: uiDelegate, multiFactorSession: nil, completion: completion)
    }

    /// The variant of ``verifyPhoneNumber(_:uiDelegate:multiFactorSession:)`` with a completion handler.
    public func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil, multiFactorSession: MultiFactorSession?,
        completion: (@MainActor (String?, (any Error)?) -> Void)?
    ) {
        deliver(to: completion) {
            try await self.verifyPhoneNumber(phoneNumber, uiDelegate: uiDelegate, multiFactorSession: multiFactorSession)
        }
    }

    /// The variant of ``verifyPhoneNumber(with:uiDelegate:multiFactorSession:)`` with a completion handler.
    public func verifyPhoneNumber(
        with multiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)? = nil,
        multiFactorSession: MultiFactorSession?, completion: (@MainActor (String?, (any Error)?) -> Void)?
    ) {
        deliver(to: completion) {
            try await self.verifyPhoneNumber(
                with: multiFactorInfo, uiDelegate: uiDelegate, multiFactorSession: multiFactorSession)
        }
    }
}
