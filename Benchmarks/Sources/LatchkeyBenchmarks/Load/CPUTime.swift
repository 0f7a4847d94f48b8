import Foundation

/// Seconds of processor time, user and system together.
enum CPUTime {
    /// What this process has used so far.
    static var ofThisProcess: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

    /// What the calling thread has used so far.
    static var ofThisThread: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

    /// What another process has used so far, all its threads together.
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
