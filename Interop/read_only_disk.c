/* Makes a folder read-only for a running program, as the kernel does after an error of the disk (errors=remount-ro of ext4): files stay
 * open and readable, and each write fails with EROFS.
 *
 * Preload it with READ_ONLY_FOLDER, the folder, and READ_ONLY_SWITCH, a file: the folder is read-only while the file exists. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_refused(int file) {
    const char *folder = getenv("READ_ONLY_FOLDER"), *state = getenv("READ_ONLY_SWITCH");
    if (!folder || !state || access(state, F_OK)) return 0;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return !strncmp(path, folder, strlen(folder));
}

#define REFUSING(call) \
    if (is_refused(file)) { \
        errno = EROFS; \
        return -1; \
    } \
    return call

ssize_t pwrite(int file, const void *data, size_t count, off_t at) { REFUSING(REAL(pwrite)(file, data, count, at)); }
ssize_t pwrite64(int file, const void *data, size_t count, off64_t at) { REFUSING(REAL(pwrite64)(file, data, count, at)); }
ssize_t write(int file, const void *data, size_t count) { REFUSING(REAL(write)(file, data, count)); }
int ftruncate(int file, off_t length) { REFUSING(REAL(ftruncate)(file, length)); }
int ftruncate64(int file, off64_t length) { REFUSING(REAL(ftruncate64)(file, length)); }
