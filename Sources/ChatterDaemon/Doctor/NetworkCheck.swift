import Chatter
import EventLoop
import Sockets

/// The listen addresses and the clock.
struct NetworkCheck: Sendable {
  /// A listen address and what is known about it.
  struct Port: Sendable {
    var listen: ListenAddress
    var resolved: Result<[SocketAddress], SocketError>
    /// Whether a socket listens there already.
    var isTaken = false
    /// The processes that listen there; empty if this user may not see them.
    var owners: [ProcessName] = []
    /// Why a connection from this machine failed although a socket listens; nil if it succeeded.
    var connectFailure: String?
  }

  var ports: [Port]
  /// The addresses of this machine.
  var machine: [String] = []
  /// The first port that needs no privilege; 0 for a user that may use all.
  var firstOrdinaryPort = 0
  /// The current time and the time when this program was installed, in seconds since 1970.
  var now: Int64 = 0
  var programTime: Int64?

  var faults: [Fault] {
    ports.flatMap(faults) + overlaps + exposure + clockFaults
  }

  /// Whether a chatterd listens at one of the addresses, or a program that cannot be seen.
  var isServed: Bool {
    ports.contains { $0.isTaken && ($0.owners.isEmpty || $0.owners.contains(where: \.isChatterd)) }
  }

  private func faults(of port: Port) -> [Fault] {
    let values = ["port": "\(port.listen.port)", "address": port.listen.host]
    var faults: [Fault] = []
    switch port.resolved {
    case .failure(let error):
      faults.append(Fault(.listenNameUnknown, ["reason": "\(error)"]))
    case .success(let addresses):
      for address in addresses where !isOwn(address) {
        faults.append(Fault(.listenAddressForeign, ["address": address.hostText]))
      }
    }
    if port.isTaken {
      let strangers = port.owners.filter { !$0.isChatterd }
      if let stranger = strangers.first {
        faults.append(Fault(.portTaken, values.merging(["owner": "\(stranger)"]) { $1 }))
      } else if let failure = port.connectFailure {
        faults.append(Fault(.portUnreachable, values.merging(["reason": failure]) { $1 }))
      }
    } else if port.listen.port != 0, Int(port.listen.port) < firstOrdinaryPort {
      faults.append(
        Fault(.portForbidden, values.merging(["first": "\(firstOrdinaryPort)"]) { $1 }))
    }
    return faults
  }

  /// Whether an address is one of this machine; link-local ones are not in its list.
  private func isOwn(_ address: SocketAddress) -> Bool {
    if address.isUnspecified || address.isLoopback || machine.isEmpty { return true }
    if case .v6(let bits, _) = address.host, bits.value >> 118 == 0xFE80 >> 6 { return true }
    return machine.contains(address.hostText)
  }

  private var overlaps: [Fault] {
    for (index, port) in ports.enumerated() {
      let earlier = ports[..<index].map(\.listen).filter { $0.port == port.listen.port }
      guard port.listen.port != 0,
        let other = earlier.first(where: {
          $0.host == port.listen.host || $0.isEverywhere || port.listen.isEverywhere
        })
      else { continue }
      return [Fault(.listenTwice, ["address": "\(port.listen)", "other": "\(other)"])]
    }
    return []
  }

  private var exposure: [Fault] {
    guard !ports.isEmpty, ports.allSatisfy(\.listen.isLoopback) else { return [] }
    return [Fault(.listenOnlyLocally)]
  }

  private var clockFaults: [Fault] {
    guard let programTime, now < programTime else { return [] }
    return [
      Fault(.clockBehind, ["now": Self.text(now), "installed": Self.text(programTime)])
    ]
  }

  private static func text(_ seconds: Int64) -> String {
    Timestamp(clamping: seconds * 1_000_000).description
  }
}

extension NetworkCheck {
  /// The timeout of the connection to a listen address.
  private static let connectTimeout = Duration.seconds(2)

  /// Reads the state of the listen addresses.
  init(_ configuration: Configuration, machine: [String], now: Int64, on loop: EventLoop) async {
    let sockets = ListeningSockets.ofThisMachine()
    ports = []
    for listen in configuration.listen {
      ports.append(await Self.port(listen, sockets, on: loop))
    }
    (self.machine, self.now) = (machine, now)
    programTime = Machine.programTime
    let first = Machine.text(of: "/proc/sys/net/ipv4/ip_unprivileged_port_start")
      .flatMap { Int($0.prefix { $0.isNumber }) }
    firstOrdinaryPort = Self.mayBindAll ? 0 : first ?? 1024
  }

  private static func port(
    _ listen: ListenAddress, _ sockets: ListeningSockets, on loop: EventLoop
  ) async -> Port {
    do throws(SocketError) {
      let addresses = try SocketAddress.resolve(host: listen.host, port: listen.port)
      var port = Port(listen: listen, resolved: .success(addresses))
      let taking = addresses.flatMap { sockets.taking($0) }
      guard let taken = taking.first else { return port }
      port.isTaken = true
      port.owners = ProcessName.owning(sockets: Set(taking.map(\.inode)))
      port.connectFailure = await connectFailure(taken.address, on: loop)
      return port
    } catch {
      return Port(listen: listen, resolved: .failure(error))
    }
  }

  private static func connectFailure(_ address: SocketAddress, on loop: EventLoop) async -> String?
  {
    let reachable: SocketAddress
    switch address.host {
    case .v4(0): reachable = .loopback(port: address.port)
    case .v6(0, _): reachable = SocketAddress(.v6(1, scope: 0), port: address.port)
    default: reachable = address
    }
    let failure = try? await loop.run { () async -> String? in
      do throws(SocketError) {
        let stream = try await SocketStream.connect(
          to: reachable, on: loop, until: .after(connectTimeout))
        stream.close()
        return nil
      } catch {
        return "\(error)"
      }
    }
    return failure ?? nil
  }

  /// Whether this process has CAP_NET_BIND_SERVICE (bit 10 of its effective capabilities).
  private static var mayBindAll: Bool {
    let lines = Machine.text(of: "/proc/self/status")?.split(separator: "\n") ?? []
    let text = lines.first { $0.hasPrefix("CapEff:") }?.dropFirst(7).filter { !$0.isWhitespace }
    return text.flatMap { UInt64($0, radix: 16) }.map { $0 & (1 << 10) != 0 } ?? false
  }
}
