extension FaultKind {
  static let portTaken = FaultKind(
    "port-taken", .error, "Port {port} of {address} is taken by {owner}.",
    cure: "Stop that program, or choose another port with --listen.")
  static let portForbidden = FaultKind(
    "port-forbidden", .error,
    "This user must not listen on port {port}: ports below {first} need a privilege.",
    cure: "Choose a port from {first} with --listen, start as root, or give the unit "
      + "AmbientCapabilities=CAP_NET_BIND_SERVICE")
  static let listenAddressForeign = FaultKind(
    "listen-address-foreign", .error, "{address} is not an address of this machine.",
    cure: "Choose one that ip address shows, or [::] for all, with --listen.")
  static let listenNameUnknown = FaultKind(
    "listen-name-unknown", .error, "The name in --listen cannot be resolved: {reason}.",
    cure: "Correct the name, add it to /etc/hosts, or use an address.")
  static let listenTwice = FaultKind(
    "listen-twice", .notice, "--listen names {address} and {other}, which overlap.",
    cure: "Remove one of the two --listen options.")
  static let listenOnlyLocally = FaultKind(
    "listen-only-locally", .notice,
    "Every listen address is a loopback address: other machines cannot reach the server.",
    cure: "If they should: --listen [::]:8443 (or another port).")
  static let portUnreachable = FaultKind(
    "port-unreachable", .warning,
    "A server listens, but {address} does not accept connections from this machine: {reason}.",
    cure: "Check the firewall: nft list ruleset; ss -ltnp 'sport = :{port}'")
  static let clockBehind = FaultKind(
    "clock-behind", .error,
    "The clock shows {now}, before this program was installed ({installed}).",
    cure: "Set the clock: timedatectl set-ntp true")

  static let networkKinds = [
    portTaken, portForbidden, listenAddressForeign, listenNameUnknown, listenTwice,
    listenOnlyLocally, portUnreachable, clockBehind,
  ]
}
