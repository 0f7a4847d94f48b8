import Synchronization

/// The events of an example, in order, for a test that waits for them.
package final class Notes: Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    package init() {
        (stream, continuation) = AsyncStream.makeStream(of: String.self)
    }

    /// Records an event, in place of a comment of the guide.
    package func callAsFunction(_ text: String) { continuation.yield(text) }

    /// Waits for a number of notes and returns them; returns fewer if the others have not arrived after two minutes.
    package func next(_ count: Int = 1) async -> [String] {
        let waiting = Task { [stream] in
            var notes: [String] = []
            guard count > 0 else { return notes }
            for await note in stream {
                notes.append(note)
                if notes.count == count { break }
            }
            return notes
        }
        let end = Task {
            try await Task.sleep(for: .seconds(120))
            waiting.cancel()
        }
        defer { end.cancel() }
        return await waiting.value
    }
}
