import Foundation

/// Processor time in seconds, user and system.
enum CPUTime {
    /// The processor time of this process.
    static var ofThisProcess: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

    /// The processor time of the calling thread.
    static var ofThisThread: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

    /// Returns the processor time of all threads of another process.
    static func of(_ process: Int32) throws -> Double {
        var clock: clockid_t = 0
        guard clock_getcpuclockid(process, &clock) == 0 else { throw BenchmarkFailure("process \(process) has ended") }
        return seconds(clock)
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
