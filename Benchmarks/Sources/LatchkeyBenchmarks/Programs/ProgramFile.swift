import Foundation

/// The size of an executable file without symbols, in units of 1,000,000 bytes, and the shared libraries that it needs.
struct ProgramFile {
    let megabytes: Double
    let gzipMegabytes: Double
    /// The number of direct dependencies.
    let libraries: Int

    init(_ executable: String, _ setting: Setting) throws {
        let stripped = setting.folder + "/stripped"
        try ChildProgram.run("/usr/bin/env", ["strip", "-o", stripped, executable])
        try ChildProgram.run("/usr/bin/env", ["gzip", "--force", "--keep", stripped])
        func megabytes(_ path: String) throws -> Double {
            Double(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0) / 1_000_000
        }
        self.megabytes = try megabytes(stripped)
        gzipMegabytes = try megabytes(stripped + ".gz")
        libraries = try ChildProgram.run("/usr/bin/env", ["readelf", "--dynamic", executable]).split(separator: "\n").count {
            $0.contains("(NEEDED)")
        }
    }
}
