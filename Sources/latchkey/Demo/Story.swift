import Synchronization

/// Tells a story step by step, and remembers how it went.
final class Story: Sendable {
    private let state = Mutex((steps: 0, passed: 0))
    private let print: @Sendable (String) -> Void

    init(print: @escaping @Sendable (String) -> Void = Terminal.print) {
        self.print = print
    }

    /// A step that goes well unless it throws. What it returns is for the steps after it.
    func step<T: Sendable>(_ title: String, _ body: (Story) async throws -> T) async throws -> T {
        let number = state.withLock { state in
            state.steps += 1
            return state.steps
        }
        print("\n\(number). \(title)")
        do {
            let value = try await body(self)
            state.withLock { $0.passed += 1 }
            return value
        } catch {
            print("   ✗ \(Failure.text(for: error))")
            throw error
        }
    }

    /// A fact of the current step.
    func tell(_ line: String) {
        print("   \(line)")
    }

    func chapter(_ title: String) {
        print("\n── \(title) ──")
    }

    /// - Throws: ``Failure`` with the sentence when it is not so.
    func expect(_ holds: Bool, _ sentence: String) throws {
        guard holds else { throw Failure("Expected: \(sentence)") }
        print("   ✓ \(sentence)")
    }

    /// The line that ends the story, and whether all went well.
    func finish() -> Bool {
        let (steps, passed) = state.withLock { $0 }
        print("\ndemo: \(steps) steps, \(passed) passed")
        return steps == passed
    }
}
