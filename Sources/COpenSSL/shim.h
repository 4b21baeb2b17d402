#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Swift does not import function-like macros, 64-bit macro constants or variadic functions. Each
// wrapper below replaces one of these and does nothing else.

// exit(3) would free what threads still use when they end. It must be called before any other use of
// OpenSSL. The macro is 64 bits wide.
static inline int openssl_keep_at_exit(void) {
  return OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}

// SSL_CTX_set_mode is a macro over SSL_CTX_ctrl.
static inline long openssl_SSL_CTX_set_mode(SSL_CTX *ctx, long mode) {
  return SSL_CTX_set_mode(ctx, mode);
}

// SSL_CTX_set_min_proto_version is a macro over SSL_CTX_ctrl.
static inline int openssl_SSL_CTX_set_min_proto_version(SSL_CTX *ctx, int version) {
  return (int)SSL_CTX_set_min_proto_version(ctx, version);
}

// SSL_CTX_set_max_proto_version is a macro over SSL_CTX_ctrl.
static inline int openssl_SSL_CTX_set_max_proto_version(SSL_CTX *ctx, int version) {
  return (int)SSL_CTX_set_max_proto_version(ctx, version);
}

// SSL_CTX_set_session_cache_mode is a macro over SSL_CTX_ctrl.
static inline long openssl_SSL_CTX_set_session_cache_mode(SSL_CTX *ctx, long mode) {
  return SSL_CTX_set_session_cache_mode(ctx, mode);
}

// SSL_CTX_set1_groups_list is a macro over SSL_CTX_ctrl.
static inline int openssl_SSL_CTX_set1_groups_list(SSL_CTX *ctx, const char *list) {
  return (int)SSL_CTX_set1_groups_list(ctx, list);
}

// SSL_CTX_add1_chain_cert is a macro over SSL_CTX_ctrl.
static inline int openssl_SSL_CTX_add1_chain_cert(SSL_CTX *ctx, X509 *certificate) {
  return (int)SSL_CTX_add1_chain_cert(ctx, certificate);
}

// SSL_set_tlsext_host_name is a macro over SSL_ctrl.
static inline int openssl_SSL_set_tlsext_host_name(SSL *ssl, const char *name) {
  return (int)SSL_set_tlsext_host_name(ssl, name);
}

// The SSL_OP_* constants are 64-bit values made by the function-like macro SSL_OP_BIT.
static const uint64_t openssl_SSL_OP_NO_RENEGOTIATION = SSL_OP_NO_RENEGOTIATION;
static const uint64_t openssl_SSL_OP_NO_COMPRESSION = SSL_OP_NO_COMPRESSION;
static const uint64_t openssl_SSL_OP_ALL = SSL_OP_ALL;
static const uint64_t openssl_SSL_OP_CIPHER_SERVER_PREFERENCE = SSL_OP_CIPHER_SERVER_PREFERENCE;
static const uint64_t openssl_SSL_OP_PRIORITIZE_CHACHA = SSL_OP_PRIORITIZE_CHACHA;

// XN_FLAG_RFC2253 is an expression of other macros with casts.
static const unsigned long openssl_XN_FLAG_RFC2253 = XN_FLAG_RFC2253;

// EVP_RSA_gen and EVP_EC_gen are macros over EVP_PKEY_Q_keygen, which is variadic.
static inline EVP_PKEY *openssl_EVP_RSA_gen(size_t bits) {
  return EVP_PKEY_Q_keygen(NULL, NULL, "RSA", bits);
}

static inline EVP_PKEY *openssl_EVP_EC_gen(const char *curve) {
  return EVP_PKEY_Q_keygen(NULL, NULL, "EC", curve);
}

#endif
