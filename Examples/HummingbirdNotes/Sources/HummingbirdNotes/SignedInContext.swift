import Hummingbird
import LatchkeyVerifier

/// What every request knows; the person is there once a token was checked.
struct NotesContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    var person: VerifiedToken?
    /// A note is short.
    let maxUploadSize = 16_384

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
    }
}

/// The context of guarded routes. It has a person, so that no handler can forget to ask for one.
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
