#pragma once

#include <curl/curl.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic.
static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_write(CURL *easy, curl_write_callback function, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, function);
  return code ? code : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

static inline CURLcode ccurl_set_header(CURL *easy, curl_write_callback function, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, function);
  return code ? code : curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

static inline CURLcode ccurl_set_progress(
    CURL *easy, curl_xferinfo_callback function, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, function);
  return code ? code : curl_easy_setopt(easy, CURLOPT_XFERINFODATA, context);
}

static inline CURLcode ccurl_set_debug(CURL *easy, curl_debug_callback function, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, function);
  return code ? code : curl_easy_setopt(easy, CURLOPT_DEBUGDATA, context);
}

static inline CURLcode ccurl_set_socket_options(
    CURL *easy, curl_sockopt_callback function, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, function);
  return code ? code : curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, context);
}

static inline CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_string(CURL *easy, CURLINFO info, const char **value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_certificates(CURL *easy, struct curl_certinfo **value) {
  return curl_easy_getinfo(easy, CURLINFO_CERTINFO, value);
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// exit(3) would free OpenSSL, which libcurl uses for TLS, while a thread still closes connections.
// It must be called before any other use of OpenSSL. The macro is 64 bits wide.
static inline int ccurl_keep_tls_at_exit(void) {
  return OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}

// The digest has 32 bytes. Returns 1, or another number if OpenSSL has no memory for it.
static inline int ccurl_sha256(const void *bytes, size_t count, unsigned char *digest) {
  return EVP_Digest(bytes, count, digest, NULL, EVP_sha256(), NULL);
}
