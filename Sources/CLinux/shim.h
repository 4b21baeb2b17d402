#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <malloc.h>
#include <net/if.h>
#include <linux/capability.h>
#include <linux/sockios.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Declared here because glibc hides these without _GNU_SOURCE. A header that Swift imports must not
// define that macro, since it changes structs that the Glibc module has already imported.
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
extern int pthread_setname_np(pthread_t thread, const char *name);

// The type is without spawn.h, whose types of times would then be this module's.
extern int posix_spawn_file_actions_addclosefrom_np(void *actions, int from);
extern int posix_spawn_file_actions_addchdir_np(void *actions, const char *path);

// A file without a name, which the kernel removes when nobody has it open (open(2)).
static const int clinux_o_tmpfile = __O_TMPFILE;

extern int sync_file_range(int descriptor, long long start, long long count, unsigned flags);

// errno is a macro over a thread-local variable. A function keeps the read next to the call.
static inline int clinux_errno(void) { return errno; }
static inline void clinux_set_errno(int number) { errno = number; }

// SIG_IGN and SIG_DFL are casts of numbers to functions, which Swift cannot import.
static inline void clinux_ignore_signal(int number) { signal(number, SIG_IGN); }
static inline void clinux_reset_signal(int number) { signal(number, SIG_DFL); }

// glibc has this function only since 2.36 (pidfd_open(2)).
static inline int clinux_pidfd_open(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

// prctl(2) is variadic, which Swift cannot import. After this call an execve(2) grants no new
// privileges.
static inline int clinux_forbid_new_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L);
}

// Drops all capabilities of the calling thread (capabilities(7)), including the ambient ones, which
// programs that it starts would inherit. glibc has no wrapper for capset(2).
static inline int clinux_drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0L, 0L, 0L) != 0) return -1;
  return (int)syscall(SYS_capset, &header, none);
}

// WIFEXITED and similar macros cannot be imported by Swift.
static inline int clinux_did_exit(int status) { return WIFEXITED(status); }
static inline int clinux_exit_status(int status) { return WEXITSTATUS(status); }
static inline int clinux_termination_signal(int status) { return WTERMSIG(status); }

// ioctl(2) is variadic, which Swift cannot import. Returns the number of bytes that the peer has
// not acknowledged (tcp(7), SIOCOUTQ), or -1.
static inline int clinux_unacknowledged(int socket) {
  int count = 0;
  return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : -1;
}

// Prepares a descriptor that the process has inherited: it is closed by execve(2), and accept(2)
// does not block. fcntl(2) is variadic, which Swift cannot import. Returns 0 for a listening TCP
// socket over IPv4 or IPv6, otherwise -1, also for a descriptor that is not open.
static inline int clinux_adopt_listener(int descriptor) {
  int domain = 0, protocol = 0, listens = 0;
  socklen_t size = sizeof(int);
  if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0) return -1;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PROTOCOL, &protocol, &size) != 0) return -1;
  if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0) return -1;
  if ((domain != AF_INET && domain != AF_INET6) || protocol != IPPROTO_TCP || !listens) return -1;
  if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0) return -1;
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

// Begins to write a part of a file to the disk (sync_file_range(2)); SYNC_FILE_RANGE_WRITE is hidden
// without _GNU_SOURCE, too. A file system that cannot do so returns an error, which does not matter.
static inline void clinux_begin_write_back(int descriptor, long long start, long long count) {
  (void)sync_file_range(descriptor, start, count, 2);
}

// The same, and waits until the part is on the disk.
static inline void clinux_finish_write_back(int descriptor, long long start, long long count) {
  (void)sync_file_range(descriptor, start, count, 1 | 2 | 4);
}

#endif
