#ifndef CPOSTGRES_SHIM_H
#define CPOSTGRES_SHIM_H

#include <libpq-fe.h>
#include <spawn.h>

// Character macros, which Swift imports as bytes while PQresultErrorField wants an int.
static const int cpostgres_field_severity = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int cpostgres_field_sqlstate = PG_DIAG_SQLSTATE;
static const int cpostgres_field_message = PG_DIAG_MESSAGE_PRIMARY;
static const int cpostgres_field_table = PG_DIAG_TABLE_NAME;
static const int cpostgres_field_column = PG_DIAG_COLUMN_NAME;
static const int cpostgres_field_constraint = PG_DIAG_CONSTRAINT_NAME;

// libpq reads TLS records through OpenSSL and may leave decrypted bytes there, of which epoll
// knows nothing; libpq has no call that tells. The label spares us OpenSSL's headers here.
extern int cpostgres_ssl_pending(const void *ssl) __asm__("SSL_pending");
static inline int cpostgres_tls_pending(PGconn *connection) {
  void *ssl = PQsslStruct(connection, "OpenSSL");
  return ssl ? cpostgres_ssl_pending(ssl) : 0;
}

// Declared by hand: glibc hides them without _GNU_SOURCE, which a header that Swift imports must
// not define. The private cluster starts PostgreSQL's programs with them.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);

#endif
