import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyWeb

extension Console {
    /// Returns the options that the page's script passes to the browser's WebAuthn API. Errors are JSON with a message for the user,
    /// because the script cannot use a page or a redirect.
    func passkeyOptions<Options: Encodable>(
        at ceremonies: PasskeyCeremonies, _ make: (RelyingParty) async throws -> Options
    ) async throws -> Response {
        guard let relyingParty = ceremonies.ownRelyingParty else { throw HTTPError(.notFound) }
        do {
            return try .json(try await make(relyingParty))
        } catch is PageForms.ForeignForm {
            return try .json(Self.outOfDate, status: .forbidden)
        } catch is ConsoleRefusal {
            return try .json(Self.outOfDate, status: .forbidden)
        } catch let error as SignInError {
            return try .json(ScriptRefusal(message: OwnAccountPage.text(error)), status: .badRequest)
        }
    }

    private static let outOfDate = ScriptRefusal(message: "This page is out of date. Reload it.")
}
