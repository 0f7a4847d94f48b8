"""The clock of a process, which tests can change while it runs."""

from monitored_server import unpacked


class Clock:
    """The clock of a process, in seconds beside the true time."""

    def __init__(self, folder, is_read_always=True):
        """Reading the file for each question about the time is slow. Otherwise, a process reads it once a second."""
        self.file = folder / "clock"
        self.set("+0")
        library = unpacked("libfaketime", "usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")
        self.environment = {
            "LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(self.file),
            # A jump of the system's time does not move the clock that measures waits.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            **({"FAKETIME_NO_CACHE": "1"} if is_read_always else {"FAKETIME_CACHE_DURATION": "1"})}

    @property
    def prefix(self):
        """A command that runs another one with this clock in place of itself.

        The library changes the environment of the first process that loads it, after which a Swift program does not find its arguments. So a
        shell loads it first.
        """
        return ["env", *(f"{name}={value}" for name, value in self.environment.items()), "sh", "-c", 'exec "$0" "$@"']

    def set(self, offset):
        new = self.file.with_suffix(".new")
        new.write_text(offset + "\n")
        new.rename(self.file)
