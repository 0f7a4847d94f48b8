import Foundation
import LatchkeyBackup
import LatchkeySQLite

/// Builds the state of a store at a moment from an archive.
struct ArchiveRestore: Sendable {
    /// The address, for messages.
    let source: String
    let place: BackupPlace
    let moment: ArchiveMoment
    let access: BackupAccess
    let progress: BackupProgress

    /// Writes the state into a new file.
    ///
    /// - Returns: The time of its last change in milliseconds.
    /// - Throws: ``Failure`` that says what is wrong, and up to which time a restore is possible.
    func write(to file: String) async throws -> Int {
        do {
            return try await ArchiveSettings.open(place, access: access) { try await write(to: file, from: $0) }
        } catch let error as AgeError {
            throw Failure("\(source) cannot be decrypted: \(error)")
        }
    }

    private func write(to file: String, from target: any ArchiveTarget) async throws -> Int {
        let parts = try await target.parts()
        let (part, list) = try await choose(parts, target)
        let key = try await key(of: part, target)
        try await download(part, key, to: file, target)
        let replay = try StoreReplay(file, work: file + ".frames")
        let nextChain = parts.first { $0 > part && $0.generation != part.generation }
        var walk = ArchiveWalk(source: source, part: part, moment: moment, segments: list, nextChain: nextChain?.milliseconds)
        while let (name, place) = try walk.next() {
            guard let object = try await read(name, in: place, target, walk),
                let (frames, last) = try walk.take(object, as: ArchiveChain.place(place, name), key: key)
            else { break }
            try replay.add(frames, through: last)
            try progress(.applied, walk.bytes)
        }
        try replay.finish()
        return walk.time
    }

    /// Chooses the last complete snapshot before the moment, and finds the segments after it.
    private func choose(_ parts: [ArchiveFolderName], _ target: any ArchiveTarget) async throws -> (
        ArchiveFolderName, [Int: ArchiveFolderName]
    ) {
        guard !parts.isEmpty else { throw Failure("\(source) contains no archive.") }
        var names: [ArchiveFolderName: [String]] = [:]
        var earliest: ArchiveFolderName?
        for part in parts.reversed() {
            let found = try await target.names(in: part.text)
            names[part] = found
            guard part.isComplete(with: found) else { continue }
            earliest = part
            guard moment.milliseconds.map({ part.milliseconds <= $0 }) != false else { continue }
            var list: [Int: ArchiveFolderName] = [:]
            for (other, names) in names where other.generation == part.generation && other >= part {
                for sequence in names.compactMap({ ArchiveObject.sequence(of: $0) }) { list[sequence] = other }
            }
            return (part, list)
        }
        guard let earliest else { throw Failure("\(source) contains no complete snapshot, which a restore needs.") }
        throw Failure(
            "\(source) begins at \(ArchiveMoment.text(earliest.milliseconds)). An earlier state cannot be restored from it.")
    }

    private func key(of part: ArchiveFolderName, _ target: any ArchiveTarget) async throws -> ArchiveKey {
        let place = "\(ArchiveChain.place(part, ArchiveObject.start)) of \(source)"
        guard try await target.names(in: part.text).contains(ArchiveObject.start) else { throw Failure("\(place) is missing.") }
        do {
            let start = try await target.read(ArchiveObject.start, in: part.text, maxBytes: ArchiveKey.maxStartBytes)
            let passphrase = access.passphrase
            let key = try await OwnThread.run { _ in try ArchiveKey(start: start, passphrase: passphrase) }
            // Otherwise a change of the archive could replace encrypted objects by others.
            guard key.isEncrypted || passphrase == nil else {
                throw Failure("\(source) is not encrypted. Restore it without a passphrase if you trust it.")
            }
            return key
        } catch ArchiveFormatError.isEncrypted {
            throw Failure("\(source) is encrypted. Give its passphrase with --passphrase-file.")
        } catch ArchiveFormatError.otherVersion(let version) {
            throw Failure("\(source) was written by another version of latchkey (format \(version)). Use that version.")
        } catch is ArchiveFormatError {
            throw Failure("\(place) is damaged.")
        }
    }

    private func download(_ part: ArchiveFolderName, _ key: ArchiveKey, to file: String, _ target: any ArchiveTarget) async throws {
        let place = ArchiveChain.place(part, ArchiveObject.snapshot)
        let output = try TransformedFile(file)
        var (opening, done) = (key.opening(as: place), 0)
        do {
            try await target.read(ArchiveObject.snapshot, in: part.text) { piece in
                try output.write(opening.append(piece))
                done += piece.count
                try progress(.downloaded, done)
            }
            try output.write(opening.finish())
        } catch is ArchiveFormatError {
            throw Failure(
                "The snapshot \(place) of \(source) is damaged. Restore a state before it with --at, earlier than "
                    + "\(ArchiveMoment.text(part.milliseconds)).")
        }
        try output.finish()
    }

    private func read(
        _ name: String, in part: ArchiveFolderName, _ target: any ArchiveTarget, _ walk: ArchiveWalk
    ) async throws -> [UInt8]? {
        do {
            return try await target.read(name, in: part.text, maxBytes: Segment.maxBytes)
        } catch is ArchiveFormatError {
            return try walk.refuse("The segment \(ArchiveChain.place(part, name)) is damaged.")
        }
    }
}
