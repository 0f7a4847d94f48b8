import Foundation

/// The machine that runs the benchmarks.
enum Machine {
    static let coreCount = ProcessInfo.processInfo.activeProcessorCount

    /// The load average of the last minute, which shows other activity on the machine.
    static var load: Double {
        var averages = [0.0]
        getloadavg(&averages, 1)
        return averages[0]
    }

    static func description(_ setting: Setting) throws -> [(String, String)] {
        let system = field("PRETTY_NAME", in: "/etc/os-release", separator: "=") ?? ProcessInfo.processInfo.operatingSystemVersionString
        let kernel = (try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8))?.trimmed ?? "unknown"
        let memory = Double(ProcessInfo.processInfo.physicalMemory) / 1_073_741_824
        return [
            ("processor", "\(field("model name", in: "/proc/cpuinfo", separator: ":") ?? "unknown"), \(coreCount) cores"),
            ("memory", memory.digits(0) + " GiB"),
            ("system", "\(system), Linux \(kernel)"),
            ("Latchkey", try ChildProgram.run(setting.latchkey, ["--version"]).trimmed),
            ("OpenSSL", try ChildProgram.run("/usr/bin/env", ["openssl", "version"]).trimmed),
            ("liboauth", LibOAuth.version),
            ("PocketBase", try ChildProgram.run(setting.pocketBase, ["--version"]).trimmed),
        ]
    }

    private static func field(_ name: String, in file: String, separator: Character) -> String? {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }), let mark = line.firstIndex(of: separator)
        else { return nil }
        return String(line[line.index(after: mark)...]).trimmed
    }
}

extension String {
    var trimmed: String { trimmingCharacters(in: CharacterSet.whitespacesAndNewlines.union(CharacterSet(charactersIn: "\""))) }
}
