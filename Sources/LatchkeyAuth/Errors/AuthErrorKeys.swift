/// The domain of every `NSError` of this module; the same text as in Firebase's client.
public let AuthErrorDomain = "FIRAuthErrorDomain"

/// The `userInfo` key of a name for the code, for example `ERROR_EMAIL_ALREADY_IN_USE`.
public let AuthErrorUserInfoNameKey = "FIRAuthErrorUserInfoNameKey"

/// The `userInfo` key of the address that a conflict is about, a `String`.
public let AuthErrorUserInfoEmailKey = "FIRAuthErrorUserInfoEmailKey"

/// The `userInfo` key of the ``AuthCredential`` to go on with after a conflict.
public let AuthErrorUserInfoUpdatedCredentialKey = "FIRAuthErrorUserInfoUpdatedCredentialKey"

/// The `userInfo` key of the ``MultiFactorResolver`` that goes on after ``AuthErrorCode/secondFactorRequired``.
public let AuthErrorUserInfoMultiFactorResolverKey = "FIRAuthErrorUserInfoMultiFactorResolverKey"
