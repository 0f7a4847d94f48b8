import Foundation
import Synchronization

/// Runs blocking work on its own threads, because it must not block Swift's cooperative thread pool.
enum Threads {
    /// Runs `work` on `count` threads at once, waits for all of them, and returns the results in the order of the index.
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
