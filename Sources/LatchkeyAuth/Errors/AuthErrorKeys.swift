/// The domain of every `NSError` of this module, the same as in Firebase's client.
public let AuthErrorDomain = "FIRAuthErrorDomain"

/// The `userInfo` key of the name of the code, for example `ERROR_EMAIL_ALREADY_IN_USE`.
public let AuthErrorUserInfoNameKey = "FIRAuthErrorUserInfoNameKey"

/// The `userInfo` key of the email address of a conflict, a `String`.
public let AuthErrorUserInfoEmailKey = "FIRAuthErrorUserInfoEmailKey"

/// The `userInfo` key of the ``AuthCredential`` to continue with after a conflict.
public let AuthErrorUserInfoUpdatedCredentialKey = "FIRAuthErrorUserInfoUpdatedCredentialKey"

/// The `userInfo` key of the ``MultiFactorResolver`` to continue with after ``AuthErrorCode/secondFactorRequired``.
public let AuthErrorUserInfoMultiFactorResolverKey = "FIRAuthErrorUserInfoMultiFactorResolverKey"
