import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb

extension Console {
    /// What a page's script passes to the browser, which asks the authenticator; a refusal is in words for the person, because a page or
    /// a redirect would tell the script nothing.
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

    private static let outOfDate = ScriptRefusal(message: "This page is out of date. Load it again.")
}
