import Foundation
import Synchronization

/// Work on threads of its own: what is measured here blocks, which Swift's task pool must not.
enum Threads {
    /// Runs `work` on `count` threads at once and waits for all of them; results in the order of the index.
    static func run<T: Sendable>(_ count: Int, _ work: @escaping @Sendable (_ index: Int) throws -> T) throws -> [T] {
        let results = ResultBox<T>()
        let group = DispatchGroup()
        for index in 0..<count {
            group.enter()
            Thread.detachNewThread {
                results.set(index, Result { try work(index) })
                group.leave()
            }
        }
        group.wait()
        return try results.sorted.map { try $0.get() }
    }

    private final class ResultBox<T: Sendable>: Sendable {
        private let results = Mutex<[Int: Result<T, any Error>]>([:])

        func set(_ index: Int, _ result: Result<T, any Error>) {
            results.withLock { $0[index] = result }
        }

        var sorted: [Result<T, any Error>] {
            results.withLock { all in all.sorted { $0.key < $1.key }.map(\.value) }
        }
    }
}
