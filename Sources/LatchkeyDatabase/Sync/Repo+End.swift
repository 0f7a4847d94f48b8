// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

extension Repo {
    /// Gives up everything: whoever waits for something gets an error, and nobody is told anything after that. What is kept on the disk
    /// stays there for the next run.
    func end(_ failure: ServerFailure) {
        whenLoaded { [self] in
            change { [connection] state, effects in
                state.journal = nil
                state.kept = []
                let left = state.data.removeRegistrations(&effects) + state.info.removeRegistrations(&effects)
                let error = DatabaseError.make(failure)
                effects.append(
                    .call { [main] in
                        for registration in left { registration.cancel(error, by: main) }
                        connection.end(failure)
                    })
            }
        }
    }
}
