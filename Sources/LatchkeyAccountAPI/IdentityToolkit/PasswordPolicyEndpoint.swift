import HTTPTypes
import Hummingbird
package import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `GET v2/passwordPolicy`: the project's password policy.
struct PasswordPolicyEndpoint: Sendable {
    let resolver: CallerResolver

    static let paths = ["/v2/passwordPolicy", "/identitytoolkit.googleapis.com/v2/passwordPolicy"]

    func add(to router: Router<ServerContext>) {
        for path in Self.paths {
            router.get(RouterPath(path)) { [resolver] request, context in
                let project = try await resolver.project(of: request)
                let tenant = request.uri.queryParameters["tenantId"].map(String.init)
                _ = try await resolver.caller(for: project, tenant: tenant, request: request, context: context)
                return try Response.json(PasswordPolicyReply(project.settings.passwordPolicy))
            }
        }
    }
}

extension PasswordPolicyReply {
    package init(_ policy: PasswordPolicy) {
        func required(_ kind: PasswordPolicy.CharacterKind) -> Bool? { policy.requiredKinds.contains(kind) ? true : nil }
        self.init(
            customStrengthOptions: StrengthOptions(
                minPasswordLength: policy.minimumCharacters, maxPasswordLength: policy.maximumCharacters,
                containsLowercaseCharacter: required(.lower), containsUppercaseCharacter: required(.upper),
                containsNumericCharacter: required(.digit), containsNonAlphanumericCharacter: required(.symbol)),
            allowedNonAlphanumericCharacters: PasswordPolicy.symbols, enforcementState: policy.isEnforced ? "ENFORCE" : "OFF",
            forceUpgradeOnSignin: policy.forcesUpgradeAtSignIn, schemaVersion: 1)
    }
}
