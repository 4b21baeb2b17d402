// Loaded into a chatterd under test (LD_PRELOAD): one call of one function fails, once, when a test
// says so. Until then every function is the real one.
//
// The test writes into the file that CHATTERD_FAULTS names, which is mapped here: which function,
// with what error, after how many calls. A fault is what the function's manual page says that it
// may do, and it leaves behind what the real failure would: errno, or an entry in OpenSSL's queue.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// The mapped file, as FaultControl.swift writes it.
struct control {
  _Atomic int32_t is_armed;
  int32_t family;          // AF_INET or AF_UNIX: only calls on such sockets; 0: any call
  _Atomic int32_t skip;    // how many calls go through before the one that fails
  int32_t error;           // errno, or SHORT
  _Atomic int32_t fired;   // how many calls have failed
  _Atomic int32_t seen;    // how many calls were candidates
  char function[40];
};

// In place of an errno: the call moves one byte only.
enum { SHORT = -1 };

static struct control *control;

__attribute__((constructor)) static void map_control(void) {
  const char *path = getenv("CHATTERD_FAULTS");
  if (path == NULL) return;
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *map = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (map != MAP_FAILED) control = map;
  syscall(SYS_close, file);
}

static int is_of_family(int family, int descriptor) {
  if (family == 0) return 1;
  int domain = 0;
  socklen_t size = sizeof domain;
  long status =
      syscall(SYS_getsockopt, descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size);
  return status == 0 && (domain == AF_INET6 ? AF_INET : domain) == family;
}

// Whether this call is the one that is to fail.
static int fails(const char *function, int descriptor) {
  if (control == NULL || !atomic_load(&control->is_armed)) return 0;
  if (strncmp(function, control->function, sizeof control->function) != 0) return 0;
  int saved = errno;
  int matches = is_of_family(control->family, descriptor);
  errno = saved;
  if (!matches) return 0;
  atomic_fetch_add(&control->seen, 1);
  if (atomic_fetch_sub(&control->skip, 1) != 0) return 0;
  atomic_store(&control->is_armed, 0);
  atomic_fetch_add(&control->fired, 1);
  return 1;
}

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

#define REAL(name) \
  static __typeof__(&name) real; \
  if (real == NULL) real = (__typeof__(&name))next(#name)

// MARK: System calls: -1 and errno

#define SYSTEM_CALL(result, name, parameters, arguments, descriptor) \
  result name parameters { \
    REAL(name); \
    if (fails(#name, descriptor)) { \
      errno = control->error; \
      return -1; \
    } \
    return real arguments; \
  }

SYSTEM_CALL(int, accept4, (int s, struct sockaddr *a, socklen_t *l, int f), (s, a, l, f), s)
SYSTEM_CALL(int, epoll_wait, (int e, struct epoll_event *v, int n, int t), (e, v, n, t), -1)

SYSTEM_CALL(int, connect, (int s, const struct sockaddr *a, socklen_t l), (s, a, l), s)
SYSTEM_CALL(int, getsockname, (int s, struct sockaddr *a, socklen_t *l), (s, a, l), s)
SYSTEM_CALL(int, setsockopt, (int s, int l, int o, const void *v, socklen_t n), (s, l, o, v, n), s)
SYSTEM_CALL(int, getsockopt, (int s, int l, int o, void *v, socklen_t *n), (s, l, o, v, n), s)

// One name for each operation: DEL does not return every error of ADD.
int epoll_ctl(int epoll, int operation, int descriptor, struct epoll_event *event) {
  REAL(epoll_ctl);
  const char *name = operation == EPOLL_CTL_ADD   ? "epoll_ctl ADD"
                     : operation == EPOLL_CTL_MOD ? "epoll_ctl MOD"
                                                  : "epoll_ctl DEL";
  if (fails(name, descriptor)) {
    errno = control->error;
    return -1;
  }
  return real(epoll, operation, descriptor, event);
}

// These errors mean that the connection is gone: no bytes pass over it afterwards.
static void end_connection(int s, int error) {
  if (error != EPIPE && error != ECONNRESET && error != ETIMEDOUT) return;
  int (*real)(int, int) = (int (*)(int, int))next("shutdown");
  real(s, SHUT_RDWR);
}

ssize_t send(int s, const void *bytes, size_t count, int flags) {
  REAL(send);
  if (!fails("send", s)) return real(s, bytes, count, flags);
  if (control->error == SHORT) return real(s, bytes, 1, flags);
  end_connection(s, control->error);
  errno = control->error;
  return -1;
}

ssize_t recv(int s, void *bytes, size_t count, int flags) {
  REAL(recv);
  if (!fails("recv", s)) return real(s, bytes, count, flags);
  end_connection(s, control->error);
  errno = control->error;
  return -1;
}

// There is no descriptor yet: the family is the first parameter.
int socket(int domain, int type, int protocol) {
  REAL(socket);
  const char *name = domain == AF_UNIX ? "socket unix" : "socket";
  if (!fails(name, -1)) return real(domain, type, protocol);
  errno = control->error;
  return -1;
}

// Linux frees the descriptor whatever close reports.
int close(int descriptor) {
  REAL(close);
  if (!fails("close", descriptor)) return real(descriptor);
  real(descriptor);
  errno = control->error;
  return -1;
}

int fcntl(int descriptor, int command, ...) {
  REAL(fcntl);
  va_list list;
  va_start(list, command);
  void *argument = va_arg(list, void *);
  va_end(list);
  if (!fails("fcntl", descriptor)) return real(descriptor, command, argument);
  errno = control->error;
  return -1;
}

// Random numbers for ids (getentropy(3)).
int getentropy(void *buffer, size_t length) {
  REAL(getentropy);
  if (fails("getentropy", -1)) {
    errno = control->error;
    return -1;
  }
  return real(buffer, length);
}

// MARK: OpenSSL: a result, and an entry in the error queue

enum { LIBRARY_BIO = 32, LIBRARY_CRYPTO = 15, LIBRARY_SSL = 20, MALLOC_FAILURE = 786688 };

static void raise_openssl(int library) {
  void (*make)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "ERR_new");
  void (*set)(int, int, const char *, ...) =
      (void (*)(int, int, const char *, ...))dlsym(RTLD_DEFAULT, "ERR_set_error");
  if (make == NULL || set == NULL) return;
  make();
  set(library, MALLOC_FAILURE, NULL);
}

#define LIBRARY_CALL(result, name, failure, library, parameters, arguments) \
  result name parameters; \
  result name parameters { \
    REAL(name); \
    if (fails(#name, -1)) { \
      if (library != 0) raise_openssl(library); \
      return failure; \
    } \
    return real arguments; \
  }

#define SSL_CALL(result, name, failure, parameters, arguments) \
  LIBRARY_CALL(result, name, failure, LIBRARY_SSL, parameters, arguments)
#define CRYPTO_CALL(result, name, failure, parameters, arguments) \
  LIBRARY_CALL(result, name, failure, LIBRARY_CRYPTO, parameters, arguments)

SSL_CALL(void *, SSL_new, NULL, (void *context), (context))
SSL_CALL(int, SSL_do_handshake, -1, (void *ssl), (ssl))
SSL_CALL(int, SSL_read_ex, 0, (void *ssl, void *b, size_t n, size_t *m), (ssl, b, n, m))
SSL_CALL(int, SSL_write_ex, 0, (void *ssl, const void *b, size_t n, size_t *m), (ssl, b, n, m))
SSL_CALL(int, SSL_shutdown, -1, (void *ssl), (ssl))

LIBRARY_CALL(void *, BIO_new, NULL, LIBRARY_BIO, (const void *method), (method))
LIBRARY_CALL(int, BIO_read, -1, LIBRARY_BIO, (void *bio, void *b, int n), (bio, b, n))
LIBRARY_CALL(int, BIO_write, -1, LIBRARY_BIO, (void *bio, const void *b, int n), (bio, b, n))

// What libssl asks of libcrypto.
CRYPTO_CALL(void *, CRYPTO_malloc, NULL, (size_t n, const char *f, int l), (n, f, l))
CRYPTO_CALL(void *, CRYPTO_zalloc, NULL, (size_t n, const char *f, int l), (n, f, l))
CRYPTO_CALL(int, RAND_bytes_ex, 0, (void *c, unsigned char *b, size_t n, unsigned s), (c, b, n, s))
CRYPTO_CALL(int, EVP_PKEY_derive, 0, (void *c, unsigned char *k, size_t *n), (c, k, n))
CRYPTO_CALL(int, EVP_DigestSign, 0,
            (void *c, unsigned char *g, size_t *n, const unsigned char *b, size_t m),
            (c, g, n, b, m))
CRYPTO_CALL(int, EVP_CipherUpdate, 0,
            (void *c, unsigned char *o, int *n, const unsigned char *i, int m), (c, o, n, i, m))
CRYPTO_CALL(int, EVP_Cipher, -1, (void *c, unsigned char *o, const unsigned char *i, unsigned n),
            (c, o, i, n))

// What we ask of libcrypto for each ticket.
CRYPTO_CALL(int, EVP_EncryptInit_ex, 0,
            (void *c, const void *t, void *e, const unsigned char *k, const unsigned char *v),
            (c, t, e, k, v))
CRYPTO_CALL(int, EVP_MAC_CTX_set_params, 0, (void *c, const void *p), (c, p))

// MARK: nghttp2: NGHTTP2_ERR_NOMEM

enum { NO_MEMORY = -901 };

#define NGHTTP2_CALL(result, name, parameters, arguments) \
  LIBRARY_CALL(result, name, NO_MEMORY, 0, parameters, arguments)

NGHTTP2_CALL(int, nghttp2_submit_settings, (void *s, uint8_t f, const void *e, size_t n),
             (s, f, e, n))
NGHTTP2_CALL(int, nghttp2_session_callbacks_new, (void **c), (c))
NGHTTP2_CALL(int, nghttp2_option_new, (void **o), (o))
NGHTTP2_CALL(int, nghttp2_session_server_new2,
             (void **s, const void *c, void *u, const void *o), (s, c, u, o))
NGHTTP2_CALL(int, nghttp2_session_set_local_window_size,
             (void *s, uint8_t f, int32_t i, int32_t n), (s, f, i, n))
NGHTTP2_CALL(ssize_t, nghttp2_session_mem_recv, (void *s, const uint8_t *b, size_t n), (s, b, n))
NGHTTP2_CALL(ssize_t, nghttp2_session_mem_send, (void *s, const uint8_t **b), (s, b))
NGHTTP2_CALL(int, nghttp2_session_consume_connection, (void *s, size_t n), (s, n))
NGHTTP2_CALL(int, nghttp2_submit_response,
             (void *s, int32_t i, const void *f, size_t n, const void *p), (s, i, f, n, p))

// MARK: libpq: a result

#define PQ_CALL(result, name, failure, parameters, arguments) \
  LIBRARY_CALL(result, name, failure, 0, parameters, arguments)

PQ_CALL(void *, PQconninfoParse, NULL, (const char *s, char **e), (s, e))
PQ_CALL(void *, PQconnectStartParams, NULL,
        (const char *const *k, const char *const *v, int e), (k, v, e))
PQ_CALL(int, PQconnectPoll, 0, (void *c), (c))
PQ_CALL(int, PQsetnonblocking, -1, (void *c, int n), (c, n))
PQ_CALL(int, PQsocket, -1, (const void *c), (c))
PQ_CALL(int, PQsendQuery, 0, (void *c, const char *q), (c, q))
PQ_CALL(int, PQsendPrepare, 0,
        (void *c, const char *s, const char *q, int n, const unsigned *t), (c, s, q, n, t))
PQ_CALL(int, PQsendQueryPrepared, 0,
        (void *c, const char *s, int n, const char *const *v, const int *l, const int *f, int r),
        (c, s, n, v, l, f, r))
PQ_CALL(int, PQsendQueryParams, 0,
        (void *c, const char *q, int n, const unsigned *t, const char *const *v, const int *l,
         const int *f, int r),
        (c, q, n, t, v, l, f, r))
PQ_CALL(int, PQsetSingleRowMode, 0, (void *c), (c))
PQ_CALL(int, PQenterPipelineMode, 0, (void *c), (c))
PQ_CALL(int, PQexitPipelineMode, 0, (void *c), (c))
PQ_CALL(int, PQpipelineSync, 0, (void *c), (c))
PQ_CALL(int, PQflush, -1, (void *c), (c))
PQ_CALL(int, PQconsumeInput, 0, (void *c), (c))
PQ_CALL(void *, PQgetCancel, NULL, (void *c), (c))

// Without memory for a result, libpq returns one with that error (PGRES_FATAL_ERROR) in its place.
void *PQgetResult(void *connection);
void *PQgetResult(void *connection) {
  REAL(PQgetResult);
  void *result = real(connection);
  if (result == NULL || !fails("PQgetResult", -1)) return result;
  void (*clear)(void *) = (void (*)(void *))next("PQclear");
  void *(*make)(void *, int) = (void *(*)(void *, int))next("PQmakeEmptyPGresult");
  clear(result);
  return make(connection, 7);
}
