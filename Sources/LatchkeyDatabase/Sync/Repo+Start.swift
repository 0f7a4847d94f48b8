import LatchkeyTree

/// The first use of a database: what an earlier run of the app left comes before everything else. It is read while nothing is locked and
/// nobody waits, because the first call usually is made on the main thread, and there may be much of it.
extension Repo {
    func start() {
        guard beginsLoading() else { return }
        guard let journal = environment.journal() else { return loaded([], from: nil) }
        environment.background { [self] in loaded(journal.load(), from: journal) }
    }

    /// Does something now, or after what an earlier run left was read: in the order of the calls.
    func whenLoaded(_ act: @escaping @Sendable () -> Void) {
        start()
        if !waits(act) { act() }
    }

    private func loaded(_ writes: [PendingWrite], from journal: (any WriteJournal)?) {
        restore(writes, from: journal, for: environment.uid())
        while let acts = takeWaiting() {
            for act in acts { act() }
        }
        send()
    }
}
