import LatchkeyTree

/// The start on first use. Writes of an earlier run are loaded before everything else. They are read without a lock and in the background,
/// because the first call is usually made on the main thread, and there may be many writes.
extension Repo {
    func start() {
        guard beginsLoading() else { return }
        guard let journal = environment.journal() else { return loaded([], from: nil) }
        environment.background { [self] in loaded(journal.load(), from: journal) }
    }

    /// Runs an action now, or after the writes of an earlier run are loaded. Actions run in the order of the calls.
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
