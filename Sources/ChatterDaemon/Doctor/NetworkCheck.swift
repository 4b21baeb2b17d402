import Sockets
import System

/// The listen addresses.
struct NetworkCheck: Sendable {
  struct Port: Sendable {
    var listen: ListenAddress
    /// Why nothing can listen there now; nil if the server could.
    var failure: SocketError?
    /// The processes that listen there; empty if this user may not see them.
    var owners: [ProcessName] = []
  }

  var ports: [Port]
  /// The first port that needs no privilege.
  var firstOrdinaryPort = 1024

  var faults: [Fault] { ports.flatMap(faults) }

  @FaultList private func faults(of port: Port) -> [Fault] {
    let (number, host) = ("\(port.listen.port)", port.listen.host)
    switch port.failure {
    case .addressInUse:
      // The server itself may listen there.
      if let owner = port.owners.first, !port.owners.contains(where: { $0.name == "chatterd" }) {
        Fault(.portTaken, ["port": number, "address": host, "owner": "\(owner)"])
      }
    case .permissionDenied:
      Fault(.portForbidden, ["port": number, "first": "\(firstOrdinaryPort)"])
    case .addressNotAvailable(let address):
      Fault(.listenAddressForeign, ["address": address.hostText])
    case let error?: Fault(.listenNameUnknown, ["reason": "\(error)"])
    case nil: []
    }
  }
}

extension NetworkCheck {
  /// Tries the listen addresses as a server, or systemd for it, does at its start.
  init(_ configuration: Configuration, unit: ServiceUnit? = nil) {
    let held = unit?.listen.compactMap { ListenAddress($0) } ?? []
    let listen = held.isEmpty ? configuration.listen : held
    // What systemd listens on now can be taken by no other program.
    let tried = unit?.isListening == true && !held.isEmpty ? [] : listen
    ports = (tried + [configuration.admin].compactMap(\.self)).map(Self.port)
    // systemd may listen on any port.
    if !held.isEmpty {
      for index in ports.indices {
        if case .permissionDenied = ports[index].failure { ports[index].failure = nil }
      }
    }
    let first = WholeFile.systemText("/proc/sys/net/ipv4/ip_unprivileged_port_start")
    firstOrdinaryPort = first.flatMap { Int($0.prefix { $0.isNumber }) } ?? 1024
  }

  private static func port(_ listen: ListenAddress) -> Port {
    do throws(SocketError) {
      for address in try SocketAddress.resolve(host: listen.host, port: listen.port) {
        try Listener.checkIsFree(address)
      }
      return Port(listen: listen)
    } catch {
      switch error {
      // A port that this user must not bind may be the one of a server that has the privilege.
      case .addressInUse(let address), .permissionDenied(let address):
        guard let owners = ProcessName.listening(at: address.port) else { break }
        return Port(listen: listen, failure: .addressInUse(address), owners: owners)
      default: break
      }
      return Port(listen: listen, failure: error)
    }
  }
}

struct ProcessName: Sendable, Hashable, CustomStringConvertible {
  let process: Int32
  let name: String

  var description: String { "\(name) (process \(process))" }

  /// Returns the processes that listen at a TCP port, as far as this user may see them; nil if
  /// nothing listens there.
  static func listening(at port: UInt16) -> [ProcessName]? {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap { WholeFile.systemText($0) }
    let numbers = Set(tables.flatMap { sockets(in: $0, port: port) })
    guard !numbers.isEmpty else { return nil }
    let processes = ((try? WholeFile.names(in: "/proc")) ?? []).compactMap { Int32($0) }
    return processes.sorted().filter { process in
      (try? WholeFile.names(in: "/proc/\(process)/fd"))?.contains { name in
        Machine.socket("/proc/\(process)/fd/\(name)").map(numbers.contains) ?? false
      } ?? false
    }.map { process in
      let name = WholeFile.systemText("/proc/\(process)/comm").map { $0.prefix { $0 != "\n" } }
      return ProcessName(process: process, name: name.map(String.init) ?? "unknown")
    }
  }

  /// Returns the numbers of the sockets that listen at a port, from a table of TCP sockets:
  /// `0: 0100007F:20FB 00000000:0000 0A 0:0 0:0 0 0 0 INODE` (proc(5)).
  static func sockets(in table: String, port: UInt16) -> [UInt64] {
    table.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      // 0A is TCP_LISTEN.
      guard fields.count >= 10, fields[3] == "0A",
        let digits = fields[1].split(separator: ":").last, UInt16(digits, radix: 16) == port
      else { return nil }
      return UInt64(fields[9])
    }
  }
}
