internal import HTTP
internal import System

/// The number of open connections of all loops, in total and for each address.
///
/// A connection is counted before accept(2), so that a full server leaves further connections in
/// the kernel's queue instead of accepting and closing them.
final class ConnectionQuota: Sendable {
  private struct Addresses {
    var admittedCount: UInt64 = 0
    var counts: [AddressKey: Int] = [:]
  }

  private let connectionsPerAddressMax: Int
  /// The connections that are open, or about to be accepted; closed when the server has stopped
  /// accepting. There is one waiter per listener and loop.
  let semaphore: AsyncSemaphore
  private let addresses = Lock(Addresses())

  init(connectionsMax: Int, connectionsPerAddressMax: Int) {
    precondition(connectionsPerAddressMax > 0)
    semaphore = AsyncSemaphore(countMax: connectionsMax)
    self.connectionsPerAddressMax = connectionsPerAddressMax
  }

  var admittedCount: UInt64 { addresses.withLock { $0.admittedCount } }

  /// Counts a connection of an address and returns its number, consecutive over all loops; nil when
  /// the address has reached its limit.
  func admit(_ address: AddressKey) -> UInt64? {
    addresses.withLock { addresses in
      let count = addresses.counts[address, default: 0]
      guard count < connectionsPerAddressMax else { return nil }
      addresses.counts[address] = count + 1
      addresses.admittedCount += 1
      return addresses.admittedCount
    }
  }

  /// Reverts one call of `admit`.
  func dismiss(_ address: AddressKey) {
    addresses.withLock { addresses in
      let count = addresses.counts[address, default: 1] - 1
      addresses.counts[address] = count > 0 ? count : nil
    }
  }
}
