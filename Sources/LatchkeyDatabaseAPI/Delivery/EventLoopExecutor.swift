import NIOCore

/// Runs the tasks of a connection on the thread that reads from it and writes to it.
///
/// A request to the database takes microseconds, less than the way to another thread and back. What takes long, such as waiting for the
/// disk, happens on other threads and is awaited.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
