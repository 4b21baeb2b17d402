import Glibc

/// Every call made for a post and a get that can fail, with each error that it can return there.
///
/// Left out are errors that can only be our own bug (EBADF, EFAULT, EINVAL, ENOTSOCK), for which
/// the process is meant to end, and EAGAIN where the kernel gives it only when there is nothing.
/// PQgetCancel is left out, too: it is called only for an abandoned statement, and without it the
/// server only does unnecessary work.
enum FaultTable {
  static let groups = [
    FaultGroup(name: "accepting", faults: accepting),
    FaultGroup(name: "the loop", faults: looping),
    FaultGroup(name: "the sockets of clients", faults: clients),
    FaultGroup(name: "the sockets of the database", faults: database),
    FaultGroup(name: "connecting to the database", faults: connecting),
    FaultGroup(name: "OpenSSL", faults: openSSL),
    FaultGroup(name: "what OpenSSL needs", faults: belowOpenSSL),
    FaultGroup(name: "tickets", faults: tickets),
    FaultGroup(name: "libpq", faults: libpq),
    FaultGroup(name: "HTTP/2", faults: http2),
  ]

  private static func system(
    _ function: String, _ place: Fault.Place, ofNewSession: Bool = false,
    _ errors: Int32...
  ) -> [Fault] {
    errors.map {
      Fault(function: function, place: place, error: $0, isOfNewSession: ofNewSession)
    }
  }

  private static func library(ofNewSession: Bool = false, _ functions: String...) -> [Fault] {
    functions.map { Fault(function: $0, isOfNewSession: ofNewSession) }
  }

  /// accept(2): "Linux passes already-pending network errors on the new socket as an error".
  private static let accepting: [Fault] =
    system(
      "accept4", .clients, EINTR, ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM, EPERM, EPROTO,
      ENETDOWN, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH, ENETUNREACH)
    + system("epoll_ctl ADD", .clients, ENOMEM, ENOSPC)
    // getsockopt(2), ip(7): an option that the kernel has no memory for.
    + system("setsockopt", .clients, ENOBUFS, ENOMEM)

  private static let looping: [Fault] =
    system("epoll_wait", .anywhere, EINTR)
    // Once for many ids.
    + [Fault(function: "getentropy", error: EIO, needsConcurrency: true)]

  /// recv(2), send(2), tcp(7), ip(7).
  private static let clients: [Fault] =
    system(
      "recv", .clients, EINTR, ECONNRESET, ETIMEDOUT, ENOMEM, ECONNREFUSED, EHOSTUNREACH,
      ENETUNREACH)
    + system(
      "send", .clients, EINTR, EPIPE, ECONNRESET, ETIMEDOUT, ENOBUFS, ENOMEM, EHOSTUNREACH,
      ENETUNREACH, ENETDOWN, -1)
    + system("close", .clients, EINTR, EIO)
    + system("epoll_ctl DEL", .clients, ENOMEM)

  /// unix(7); libpq makes these calls.
  private static let database: [Fault] =
    system("recv", .database, EINTR, ECONNRESET, ENOMEM)
    + system("send", .database, EINTR, EPIPE, ECONNRESET, -1)
    // These two last until the deadline of a statement.
    + (Torture.isFull ? system("send", .database, ENOBUFS, ENOMEM) : [])

  private static let connecting: [Fault] =
    system("epoll_ctl MOD", .database, ofNewSession: true, ENOMEM)
    + system("socket unix", .anywhere, ofNewSession: true, EMFILE, ENFILE, ENOBUFS, ENOMEM, EACCES)
    + system(
      "connect", .database, ofNewSession: true, EINTR, EAGAIN, ECONNREFUSED, EACCES, EPERM, ENOENT,
      ETIMEDOUT)
    + system("getsockopt", .database, ofNewSession: true, ENOBUFS, ENOMEM)
    + system("fcntl", .database, ofNewSession: true, EINTR, ENOMEM)
    + system("epoll_ctl ADD", .database, ofNewSession: true, ENOMEM, ENOSPC)
    + system("epoll_ctl DEL", .database, ofNewSession: true, ENOMEM)
    + system("close", .database, ofNewSession: true, EINTR, EIO)
    + library(
      ofNewSession: true, "PQconninfoParse", "PQconnectStartParams", "PQconnectPoll",
      "PQsetnonblocking", "PQsocket", "PQsendPrepare", "PQsendQueryParams")

  private static let openSSL = library(
    "SSL_new", "SSL_do_handshake", "SSL_read_ex", "SSL_write_ex", "SSL_shutdown", "BIO_new")

  /// Calls that libssl makes into libcrypto.
  private static let belowOpenSSL = library(
    "BIO_read", "BIO_write", "CRYPTO_malloc", "CRYPTO_zalloc", "RAND_bytes_ex",
    "EVP_PKEY_derive", "EVP_DigestSign", "EVP_CipherUpdate")

  /// Without a ticket a handshake continues or fails; the next one succeeds in either case.
  private static let tickets = library(
    "EVP_EncryptInit_ex", "EVP_MAC_CTX_set_params")

  private static let http2 = library(
    "nghttp2_session_callbacks_new", "nghttp2_option_new", "nghttp2_session_server_new2",
    "nghttp2_submit_settings", "nghttp2_session_set_local_window_size", "nghttp2_session_mem_recv",
    "nghttp2_session_mem_send",
    "nghttp2_session_consume_connection", "nghttp2_submit_response")

  private static let libpq =
    library("PQsendQueryPrepared", "PQflush", "PQconsumeInput", "PQgetResult")
    // The lists, reloaded.
    + ["PQsendQuery", "PQsetSingleRowMode"].map { Fault(function: $0, isOfReading: true) }
    // Posts that are committed together.
    + ["PQenterPipelineMode", "PQpipelineSync", "PQexitPipelineMode"].map {
      Fault(function: $0, needsConcurrency: true)
    }
}
