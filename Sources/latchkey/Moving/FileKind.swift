// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What is there under a name, at the end of symbolic links.
enum FileKind: Equatable {
    case nothing
    case file(isEmpty: Bool)
    /// A folder, a device or a pipe, such as `/dev/null` and what a shell makes of `>(...)`.
    case other

    init(of path: String) {
        var found = stat()
        guard stat(path, &found) == 0 else {
            self = .nothing
            return
        }
        self = found.st_mode & S_IFMT == S_IFREG ? .file(isEmpty: found.st_size == 0) : .other
    }
}
