extension Repo {
    /// Shuts down the database: all outstanding and later operations fail, and observers receive no further events. Writes on disk are kept
    /// for the next run.
    func end(_ reason: String) {
        whenLoaded { [self] in
            change { [connection] state, effects in
                let reason = state.journal == nil ? reason : "\(reason) Writes that are stored on disk are sent in a later run."
                state.end = ServerFailure(status: "unavailable", text: reason)
                state.journal = nil
                state.kept = []
                let left = state.data.removeRegistrations(&effects) + state.info.removeRegistrations(&effects)
                let error = DatabaseError.make(ServerFailure(status: "unavailable", text: reason))
                effects.append(
                    .call { [main] in
                        for registration in left { registration.cancel(error, by: main) }
                        connection.end(reason)
                    })
            }
        }
    }
}
