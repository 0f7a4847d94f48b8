import Foundation

/// How late the machine lets a thread continue that waits for a time and needs no disk.
enum TimerFloor {
    /// Notes for each due time how much later the thread continued, in seconds.
    static func sleep(seconds: Double, every interval: Double, _ timeline: Timeline) {
        let begin = ContinuousClock.now
        for turn in 0..<Int(seconds / interval) {
            let due = begin.advanced(by: .seconds(Double(turn) * interval))
            Thread.sleep(forTimeInterval: max(0, ContinuousClock.now.duration(to: due).inSeconds))
            timeline.note(due.duration(to: .now).inSeconds)
        }
    }
}
