extension AccountStore {
    /// The time to wait for the removal of a deleted account's data, and the interval at which the store is asked.
    private static var patience: (total: Duration, step: Duration) { (.seconds(5), .milliseconds(20)) }

    /// Waits until the data of deleted accounts with these UIDs is removed. Usually it takes a moment. A new account with such a UID could
    /// otherwise lose its own data.
    ///
    /// - Throws: ``SignInError`` with `DUPLICATE_LOCAL_ID` if it takes longer, for example because the disk is full.
    package func requireErased(_ ids: [AccountID], in project: ProjectID) async throws {
        let end = ContinuousClock.now + Self.patience.total
        while let id = try await read({ view in
            guard try view.hasErasures(in: project) else { return nil as AccountID? }
            return try ids.first { try view.hasErasure(of: $0, in: project) }
        }) {
            guard ContinuousClock.now < end else {
                throw SignInError(
                    .duplicateLocalID,
                    message:
                        "The data of a deleted account with the UID \(id.rawValue.prefix(128)) is still being removed. Try again later.")
            }
            try await Task.sleep(for: Self.patience.step)
        }
    }
}
