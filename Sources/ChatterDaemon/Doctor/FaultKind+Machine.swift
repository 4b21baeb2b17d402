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

  static let descriptorsTooFew = FaultKind(
    "descriptors-too-few", .warning,
    "{limit} file descriptors are allowed, and --connections-max {connections} may need {wanted}.",
    cure: "ulimit -n {wanted} (LimitNOFILE={wanted} in the unit), or lower --connections-max")
  static let memoryLimitLow = FaultKind(
    "memory-limit-low", .warning,
    "{source} allows {limit} of memory, and these options may use {bound}.",
    cure: "Lower --connections-max, --request-memory-max or --list-memory-max (see chatterd help "
      + "limits), or raise the limit.")
  static let localeMissing = FaultKind(
    "locale-missing", .notice, "The locale {locale} ({variable}) is not installed.",
    cure: "sudo locale-gen {locale}, or export {variable}=C.UTF-8")

  static let configurationInvalid = FaultKind(
    "configuration-invalid", .error, "The configuration is invalid: {reason}.",
    cure: "Correct that line or variable; chatterd help serve lists the options.")
  static let configurationUnreadable = FaultKind(
    "configuration-unreadable", .error, "The configuration file cannot be read: {reason}.",
    cure: "Run doctor as root. If the server cannot read it either: chown root:chatterd {path}")
  static let configurationUnknownKey = FaultKind(
    "configuration-unknown-key", .error, "The configuration file has an unknown key: {reason}.",
    cure: "Correct or remove that line; chatterd help serve lists the options.")
  static let configurationExposed = FaultKind(
    "configuration-exposed", .warning,
    "Every user can read {path} (mode {mode}), which contains a password.",
    cure: "chmod 640 {path} && chgrp chatterd {path}, and change the password")
  static let optionFileInvalid = FaultKind(
    "option-file-invalid", .error, "A file that an option names cannot be used: {reason}.",
    cure: "Correct or replace it; the server's user must be able to read it.")
  static let optionRisky = FaultKind(
    "option-risky", .warning, "{reason}",
    cure: "Change the option, unless only those you trust are on that network.")
  static let keysUnavailable = FaultKind(
    "keys-unavailable", .warning,
    "The keys at {url} cannot be loaded ({reason}): all of their tokens get 503.",
    cure: "Correct --jwks, or look at the identity provider: curl {url}")
  static let webhookUnavailable = FaultKind(
    "webhook-unavailable", .warning,
    "The webhook {url} does not respond ({reason}): all posts get 503.",
    cure: "Correct --post-webhook, or start its server: curl {url}")
  static let backupFailed = FaultKind(
    "backup-failed", .warning, "The backup of {date} failed: {reason}.",
    cure: "Mend that, and back up again: systemctl start chatterd-backup, or chatterd backup FILE")
  static let backupOld = FaultKind(
    "backup-old", .warning, "The last backup is of {date}, {days} days ago.",
    cure: "systemctl enable --now chatterd-backup.timer, or chatterd backup FILE")
  static let variableUnknown = FaultKind(
    "variable-unknown", .warning, "A variable has no effect: {reason}",
    cure: "Correct its name, or unset it.")
}

// Options that contradict each other or the machine.
extension FaultKind {
  static let loopsOverCores = FaultKind(
    "loops-over-cores", .notice, "--loops {loops} exceeds the {cores} cores of this machine.",
    cure: "Remove --loops: the default is the number of cores.")
  static let fullWithoutLimit = FaultKind(
    "timeline-full-unused", .notice,
    "--timeline-full has no effect without --timeline-bytes-max.",
    cure: "Set --timeline-bytes-max, or remove --timeline-full.")
  static let proxiesEverywhere = FaultKind(
    "proxies-everywhere", .warning,
    "--proxy-protocol-from {prefix} lets every client claim any address.",
    cure: "Name only the addresses of the proxies.")
  static let rateUnlimited = FaultKind(
    "rate-unlimited", .notice,
    "--rate-limit 0 on a public address: one client can fill the timeline.",
    cure: "Set --rate-limit, for example to 10.")
  static let strictTransportUntrusted = FaultKind(
    "hsts-untrusted", .warning,
    "--hsts is on, and browsers do not trust the certificate by default: they then offer no way "
      + "to continue.",
    cure: "Use a certificate of a public authority, or turn --hsts off.")
  static let nullOrigin = FaultKind(
    "cors-null", .notice,
    "--cors-origin null lets every local file and sandboxed page read and post.",
    cure: "Name the origins of the pages instead.")
}
