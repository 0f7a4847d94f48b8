import NIOCore

/// Runs the tasks of a connection on the thread that reads from it and writes to it.
///
/// A database request takes microseconds, less than switching to another thread and back. Long operations, such as waiting for the disk,
/// run on other threads and are awaited.
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
