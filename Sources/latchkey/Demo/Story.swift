#if Sandbox
import Synchronization

/// Prints the steps of a demo and counts the results.
final class Story: Sendable {
    private let state = Mutex((steps: 0, passed: 0))
    private let print: @Sendable (String) -> Void

    init(print: @escaping @Sendable (String) -> Void = Terminal.print) {
        self.print = print
    }

    /// Runs a step, which passes unless it throws, and returns its result.
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

    /// Prints a detail of the current step.
    func tell(_ line: String) {
        print("   \(line)")
    }

    func chapter(_ title: String) {
        print("\n── \(title) ──")
    }

    /// - Throws: ``Failure`` with the sentence when the condition is false.
    func expect(_ holds: Bool, _ sentence: String) throws {
        guard holds else { throw Failure("Expected: \(sentence)") }
        print("   ✓ \(sentence)")
    }

    /// Prints the final line, and returns whether all steps passed.
    func finish() -> Bool {
        let (steps, passed) = state.withLock { $0 }
        print("\ndemo: \(Count.text(steps, "step")), \(passed) passed")
        return steps == passed
    }
}
#endif
