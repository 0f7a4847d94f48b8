import LatchkeyIdentity
package import LatchkeyOAuth
import LatchkeySecrets

/// Passes a provider's form post response through the browser as a sealed query.
extension FlowFinisher {
    private static let posted = "posted"
    /// The parameters of a form post response that are kept; all others are dropped.
    private static let read: Set<String> = ["state", "code", "id_token", "iss", "user", "error", "error_description", "error_uri"]

    /// Returns the form as the parameters of a redirect: its `state`, and the other parameters sealed for this `state`.
    ///
    /// - Throws: ``FlowMismatch`` for a form without a `state`.
    package func sealed(_ form: Parameters) throws -> Parameters {
        guard let state = form.only("state"), !state.isEmpty, state.utf8.count <= 128 else { throw FlowMismatch.unknown }
        let kept = form.filter { Self.read.contains($0.name) && $0.name != "state" }
        let sealed = try sealer.seal(kept.formEncoded.utf8, for: Self.context(state))
        return ["state": state, Self.posted: Base64URL.encode(sealed.bytes)]
    }

    /// Returns the form behind a redirect made by ``sealed(_:)``; returns any other callback unchanged.
    ///
    /// - Throws: ``FlowMismatch`` for a form that this server did not seal for its `state`.
    package func opened(_ callback: Parameters) throws -> Parameters {
        guard let text = callback[Self.posted] else { return callback }
        guard let state = callback.only("state"), let bytes = Base64URL.decode(text),
            let clear = try? sealer.openText(SealedSecret(bytes: bytes), for: Self.context(state)),
            let form = try? Parameters(formEncoded: clear.expose())
        else {
            throw FlowMismatch.unknown
        }
        return ["state": state] + form
    }

    /// Binds the sealed form to its `state` instead of a project. The `state` is unguessable and belongs to one flow.
    private static func context(_ state: String) -> SealingContext {
        SealingContext(project: "", table: "sign_in_flow", row: Fingerprint(of: state).hex, column: "posted_answer")
    }
}
