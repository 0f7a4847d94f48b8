#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A pipe from a child process. Both ends are closed in further children.
final class ChildPipe {
    let reader: CInt
    private(set) var writer: CInt

    init?() {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        (reader, writer) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    /// Leaves the writing end to the child, so that reading ends with it.
    func closeWriter() {
        guard writer >= 0 else { return }
        close(writer)
        writer = -1
    }

    deinit {
        closeWriter()
        close(reader)
    }
}

/// A shell that runs a command in a process group of its own, with an empty standard input.
struct ChildProcess {
    private let id: pid_t

    /// The system's error at the start of a process.
    struct StartError: Error {
        let code: CInt
    }

    /// How a process ended.
    enum End: Equatable {
        case exited(CInt)
        case signal(CInt)

        var text: String {
            switch self {
            case .exited(let status): "failed with exit status \(status)"
            case .signal(let number): "was ended by signal \(number)"
            }
        }
    }

    init(shell command: String, output: ChildPipe, errors: ChildPipe) throws(StartError) {
        #if canImport(Glibc) || canImport(Musl)
        var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #else
        var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writer, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors.writer, STDERR_FILENO)
        // The server ignores SIGHUP; the command should not.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGHUP)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGDEF))
        let words = ["/bin/sh", "-c", command]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments + [nil], environ)
        output.closeWriter()
        errors.closeWriter()
        guard code == 0 else { throw StartError(code: code) }
        id = child
    }

    /// Waits for the end of the process, which has closed its outputs.
    ///
    /// - Returns: `nil` when the time is over.
    func wait(until time: BoundedInput) -> End? {
        var status: CInt = 0
        while true {
            let ended = waitpid(id, &status, WNOHANG)
            if ended == id { break }
            if ended < 0, errno != EINTR { return .exited(-1) }
            if time.isOver { return nil }
            usleep(5_000)
        }
        // The macros of POSIX are not available in Swift.
        let signal = status & 0x7f
        return signal == 0 ? .exited((status >> 8) & 0xff) : .signal(signal)
    }

    /// Ends the shell and the processes that it started.
    func kill() {
        #if canImport(Glibc)
        _ = Glibc.kill(-id, SIGKILL)
        #elseif canImport(Musl)
        _ = Musl.kill(-id, SIGKILL)
        #else
        _ = Darwin.kill(-id, SIGKILL)
        #endif
        var status: CInt = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
    }
}
