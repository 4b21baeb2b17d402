#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Declared by hand: glibc hides it without _GNU_SOURCE, which a header that Swift imports
// must not define (it changes structs that the Glibc module has already imported).
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

// A macro that Swift cannot import.
static inline int clinux_exit_status(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

#endif
