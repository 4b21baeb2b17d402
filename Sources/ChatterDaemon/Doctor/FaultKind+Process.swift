extension FaultKind {
  static let descriptorsTooFew = FaultKind(
    "descriptors-too-few", .warning,
    "{limit} file descriptors are allowed, and --connections-max {connections} may need {wanted}.",
    cure: "ulimit -n {wanted} (LimitNOFILE={wanted} in the unit), or lower --connections-max")
  static let memoryLimitLow = FaultKind(
    "memory-limit-low", .warning,
    "{source} allows {limit} of memory, and these options may use {bound}.",
    cure: "Lower --connections-max, --request-memory-max or --list-memory-max (see chatterd help "
      + "limits), or raise the limit.")
  static let memoryScarce = FaultKind(
    "memory-scarce", .notice,
    "The machine has {limit} of memory, and these options may use {bound}.",
    cure: "Lower --connections-max, --request-memory-max or --list-memory-max (see chatterd help "
      + "limits).")
  static let processesTooFew = FaultKind(
    "processes-too-few", .warning,
    "{source} allows {limit} processes and threads, and the server may need {wanted}.",
    cure: "Raise TasksMax in the unit or ulimit -u to at least {wanted}.")
  static let localeMissing = FaultKind(
    "locale-missing", .notice, "The locale {locale} ({variable}) is not installed.",
    cure: "sudo locale-gen {locale}, or export {variable}=C.UTF-8")
  static let localeNotUTF8 = FaultKind(
    "locale-not-utf8", .notice, "The locale {locale} ({variable}) is not UTF-8.",
    cure: "export {variable}=C.UTF-8")
  static let checkFailed = FaultKind(
    "process-check-failed", .notice, "The limits of processes could not be read: {reason}.",
    cure: "Mount /proc, and run chatterd doctor again.")

  static let processKinds = [
    descriptorsTooFew, memoryLimitLow, memoryScarce, processesTooFew, localeMissing,
    localeNotUTF8, checkFailed,
  ]

  static let configurationInvalid = FaultKind(
    "configuration-invalid", .error, "The configuration is invalid: {reason}.",
    cure: "Correct that line or variable; chatterd help serve lists the options.")
  static let configurationUnreadable = FaultKind(
    "configuration-unreadable", .error, "The configuration file cannot be read: {reason}.",
    cure: "Correct --config, or make the file readable: chown root:chatterd {path}")
  static let configurationUnknownKey = FaultKind(
    "configuration-unknown-key", .error, "The configuration file has an unknown key: {reason}.",
    cure: "Correct or remove that line; chatterd help serve lists the options.")
  static let configurationExposed = FaultKind(
    "configuration-exposed", .warning,
    "Every user can read {path} (mode {mode}), which contains a password.",
    cure: "chmod 640 {path} && chgrp chatterd {path}, and change the password")
  static let variableUnknown = FaultKind(
    "variable-unknown", .warning, "A variable has no effect: {reason}",
    cure: "Correct its name, or unset it.")

  static let configurationKinds = [
    configurationInvalid, configurationUnreadable, configurationUnknownKey, configurationExposed,
    variableUnknown,
  ]
}

// Options that contradict each other or the machine.
extension FaultKind {
  static let loopsOverCores = FaultKind(
    "loops-over-cores", .notice, "--loops {loops} exceeds the {cores} cores of this machine.",
    cure: "Remove --loops: the default is the number of cores.")
  static let reserveWithoutCluster = FaultKind(
    "disk-reserve-unused", .notice,
    "--disk-reserve has no effect: the database is not the private cluster.",
    cure: "Remove it, and monitor the disk of the database.")
  static let timelineLargerThanDisk = FaultKind(
    "timeline-larger-than-disk", .warning,
    "--timeline-bytes-max {limit} needs about {needed}, and the disk has {total}.",
    cure: "Lower --timeline-bytes-max, or use a larger disk.")
  static let reserveLargerThanDisk = FaultKind(
    "disk-reserve-larger-than-disk", .error,
    "--disk-reserve {reserve} is not less than the disk ({total}): every post gets 507.",
    cure: "Lower --disk-reserve.")
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

  static let optionKinds = [
    loopsOverCores, reserveWithoutCluster, timelineLargerThanDisk, reserveLargerThanDisk,
    fullWithoutLimit, proxiesEverywhere, rateUnlimited,
    strictTransportUntrusted, nullOrigin,
  ]
}
