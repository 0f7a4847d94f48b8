/* Records what a program writes below a folder and when it syncs it, so that the folder can be rebuilt as a power failure would leave it.
 *
 * Preload it with FORGETFUL_FOLDER, the folder, and FORGETFUL_JOURNAL, the file that gets the records. Each record has a kind, the length
 * of the path, the length of the data and the offset, then path and data. The records are in the order of the calls, because one lock
 * surrounds each call and its record. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

struct header {
    uint32_t kind, path_bytes;
    uint64_t data_bytes, offset;
};

enum { WRITE = 1, TRUNCATE = 2, SYNC = 3, RENAME = 4, UNLINK = 5 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FORGETFUL_JOURNAL");
    if (path) journal = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* Whether the path is in the folder. The memory that SQLite shares between connections means nothing after a crash. */
static int is_recorded(const char *path) {
    const char *folder = getenv("FORGETFUL_FOLDER");
    size_t length = folder ? strlen(folder) : 0, end = strlen(path);
    return journal >= 0 && length && !strncmp(path, folder, length) && (path[length] == '/' || !path[length])
        && !(end > 4 && !strcmp(path + end - 4, "-shm"));
}

static int recorded_path(int file, char path[PATH_MAX]) {
    char link[64];
    if (journal < 0 || file == journal) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_recorded(path);
}

static void record(uint32_t kind, const char *path, uint64_t offset, const void *data, size_t count) {
    struct header header = {kind, strlen(path), count, offset};
    struct iovec parts[3] = {{&header, sizeof header}, {(void *)path, header.path_bytes}, {(void *)data, count}};
    int before = errno;
    if (REAL(writev)(journal, parts, count ? 3 : 2) < 0) abort();
    errno = before;
}

static ssize_t record_write(int file, const void *data, ssize_t written, off_t offset) {
    char path[PATH_MAX];
    if (written > 0 && recorded_path(file, path)) record(WRITE, path, offset, data, written);
    return written;
}

#define LOCKED(type, expression) \
    pthread_mutex_lock(&lock); \
    type result = expression; \
    pthread_mutex_unlock(&lock); \
    return result

ssize_t pwrite(int file, const void *data, size_t count, off_t offset) {
    LOCKED(ssize_t, record_write(file, data, REAL(pwrite)(file, data, count, offset), offset));
}

ssize_t pwrite64(int file, const void *data, size_t count, off64_t offset) {
    LOCKED(ssize_t, record_write(file, data, REAL(pwrite64)(file, data, count, offset), offset));
}

ssize_t write(int file, const void *data, size_t count) {
    char path[PATH_MAX];
    if (!recorded_path(file, path)) return REAL(write)(file, data, count);
    pthread_mutex_lock(&lock);
    ssize_t written = REAL(write)(file, data, count);
    if (written > 0) record(WRITE, path, lseek(file, 0, SEEK_CUR) - written, data, written);
    pthread_mutex_unlock(&lock);
    return written;
}

static int record_file(uint32_t kind, int file, int status, uint64_t offset) {
    char path[PATH_MAX];
    if (!status && recorded_path(file, path)) record(kind, path, offset, 0, 0);
    return status;
}

int ftruncate(int file, off_t length) { LOCKED(int, record_file(TRUNCATE, file, REAL(ftruncate)(file, length), length)); }
int ftruncate64(int file, off64_t length) { LOCKED(int, record_file(TRUNCATE, file, REAL(ftruncate64)(file, length), length)); }
int fsync(int file) { LOCKED(int, record_file(SYNC, file, REAL(fsync)(file), 0)); }
int fdatasync(int file) { LOCKED(int, record_file(SYNC, file, REAL(fdatasync)(file), 0)); }

int rename(const char *from, const char *to) {
    pthread_mutex_lock(&lock);
    int status = REAL(rename)(from, to);
    if (!status && is_recorded(to)) record(RENAME, from, 0, to, strlen(to));
    pthread_mutex_unlock(&lock);
    return status;
}

int unlink(const char *path) {
    pthread_mutex_lock(&lock);
    int status = REAL(unlink)(path);
    if (!status && is_recorded(path)) record(UNLINK, path, 0, 0, 0);
    pthread_mutex_unlock(&lock);
    return status;
}
