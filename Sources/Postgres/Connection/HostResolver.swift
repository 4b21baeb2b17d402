internal import EventLoop
private import Glibc
private import Synchronization

/// Looks up host names off the loop, because getaddrinfo(3) may block for many seconds.
///
/// The thread signals its end by closing a pipe, which the loop watches like any other descriptor.
/// The lookup therefore obeys deadline and cancellation. A thread whose result is no longer awaited
/// ends by itself.
enum HostResolver {
  /// Maximum number of addresses tried per name.
  static let addressesMax = 8

  /// Maximum number of concurrent lookups of all loops; further lookups fail.
  static let lookupsMax = 16

  private static let lookupCount = Atomic<Int>(0)

  private final class LookupResult: Sendable {
    let addresses = Lock<[String]>([])
  }

  /// Returns the numeric addresses of a name; empty when it has none.
  ///
  /// Also fails with `timedOut` when this machine cannot start another lookup.
  static func addresses(
    of host: String, on loop: EventLoop, until deadline: Deadline
  ) async throws(WaitError) -> [String] {
    guard !deadline.hasPassed else { throw .timedOut }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .timedOut }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(readEnd) }
    let result = LookupResult()
    guard start(host, result, closing: writeEnd) else {
      close(writeEnd)
      throw .timedOut
    }
    guard let registration = try? loop.attach(readEnd, trigger: .oneShot) else { throw .timedOut }
    defer { loop.detach(registration) }
    try await loop.wait(for: .read, on: registration, until: deadline)
    return result.addresses.withLock { $0 }
  }

  private static func start(_ host: String, _ result: LookupResult, closing writeEnd: Int32) -> Bool
  {
    do throws(SystemThread.StartError) {
      guard lookupCount.add(1, ordering: .relaxed).newValue <= lookupsMax else {
        throw SystemThread.StartError(code: EAGAIN)
      }
      try SystemThread.start("resolver") {
        let found = lookUp(host)
        result.addresses.withLock { $0 = found }
        close(writeEnd)
        lookupCount.subtract(1, ordering: .relaxed)
      }
      return true
    } catch {
      lookupCount.subtract(1, ordering: .relaxed)
      return false
    }
  }

  /// Whether a host of a connection string needs a lookup.
  static func isName(_ host: String) -> Bool {
    guard let first = host.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "@")
    else { return false }
    var address = in6_addr()
    if host.utf8.contains(UInt8(ascii: ":")) { return false }
    return unsafe inet_pton(AF_INET, host, &address) != 1
  }

  static func lookUp(_ host: String) -> [String] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [String] = []
    var next = unsafe list
    while let entry = unsafe next, addresses.count < addressesMax {
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let status = unsafe getnameinfo(
        entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0,
        NI_NUMERICHOST)
      if status == 0 {
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        addresses.append(String(decoding: bytes, as: UTF8.self))
      }
      unsafe next = entry.pointee.ai_next
    }
    return addresses
  }
}
