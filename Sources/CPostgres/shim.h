#ifndef CPOSTGRES_SHIM_H
#define CPOSTGRES_SHIM_H

#include <libpq-fe.h>

// Swift imports these character macros as bytes, but PQresultErrorField takes an int.
static const int cpostgres_field_severity = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int cpostgres_field_sqlstate = PG_DIAG_SQLSTATE;
static const int cpostgres_field_message = PG_DIAG_MESSAGE_PRIMARY;
static const int cpostgres_field_table = PG_DIAG_TABLE_NAME;
static const int cpostgres_field_column = PG_DIAG_COLUMN_NAME;
static const int cpostgres_field_constraint = PG_DIAG_CONSTRAINT_NAME;

// libpq reads TLS records through OpenSSL and may leave decrypted bytes there, which epoll cannot
// report; libpq has no call that reports them. The label avoids OpenSSL's headers here.
extern int cpostgres_ssl_pending(const void *ssl) __asm__("SSL_pending");
static inline int cpostgres_tls_pending(PGconn *connection) {
  void *ssl = PQsslStruct(connection, "OpenSSL");
  return ssl ? cpostgres_ssl_pending(ssl) : 0;
}

#endif
