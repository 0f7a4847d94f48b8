package import NIOCore

/// Runs the tasks of a connection on the thread that reads from it and writes to it.
///
/// A database request takes microseconds, less than switching to another thread and back. Long operations, such as waiting for the disk,
/// run on other threads and are awaited.
package final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    package init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
