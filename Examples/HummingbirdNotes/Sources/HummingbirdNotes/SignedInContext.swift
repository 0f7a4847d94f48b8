import Hummingbird
import LatchkeyVerifier

/// The context of every request. The user is set after the token was verified.
struct NotesContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    var person: VerifiedToken?
    /// Notes are short.
    let maxUploadSize = 16_384

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
    }
}

/// The context of protected routes. It always has a user, so that no handler can forget the check.
struct SignedInContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let person: VerifiedToken
    let maxUploadSize: Int

    init(context: NotesContext) throws {
        guard let person = context.person else { throw HTTPError(.unauthorized) }
        coreContext = context.coreContext
        maxUploadSize = context.maxUploadSize
        self.person = person
    }
}
