import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

/// A provider's posted answer, on its way through the browser that it came from.
extension FlowFinisher {
    private static let posted = "posted"
    /// What a posted answer may hold that somebody reads.
    private static let read: Set<String> = ["state", "code", "id_token", "iss", "user", "error", "error_description", "error_uri"]

    /// The answer as the parameters of a redirect: its state, and everything else sealed for this state.
    ///
    /// - Throws: ``FlowMismatch`` for a form without a state.
    func sealed(_ form: Parameters) throws -> Parameters {
        guard let state = form.only("state"), !state.isEmpty, state.utf8.count <= 128 else { throw FlowMismatch.unknown }
        let kept = form.filter { Self.read.contains($0.name) && $0.name != "state" }
        let sealed = try sealer.seal(kept.formEncoded.utf8, for: Self.context(state))
        return ["state": state, Self.posted: Base64URL.encode(sealed.bytes)]
    }

    /// The answer behind such a redirect; a callback of any other kind as it is.
    ///
    /// - Throws: ``FlowMismatch`` for one that was not sealed here for its state.
    func opened(_ callback: Parameters) throws -> Parameters {
        guard let text = callback[Self.posted] else { return callback }
        guard let state = callback.only("state"), let bytes = Base64URL.decode(text),
            let clear = try? sealer.openText(SealedSecret(bytes: bytes), for: Self.context(state)),
            let form = try? Parameters(formEncoded: clear.expose())
        else {
            throw FlowMismatch.unknown
        }
        return ["state": state] + form
    }

    /// The state is unguessable and belongs to one flow, so it names the place better than a project would.
    private static func context(_ state: String) -> SealingContext {
        SealingContext(project: "", table: "sign_in_flow", row: Fingerprint(of: state).hex, column: "posted_answer")
    }
}
