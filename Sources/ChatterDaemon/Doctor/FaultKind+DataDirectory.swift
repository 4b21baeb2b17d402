extension FaultKind {
  static let dataDirectoryUncreatable = FaultKind(
    "data-directory-uncreatable", .error,
    "The data directory {path} does not exist, and {parent} is not writable.",
    cure: "sudo install -d -o chatterd {path}, or choose another --data-dir")
  static let dataDirectoryNotDirectory = FaultKind(
    "data-directory-not-directory", .error, "{path} is not a directory.",
    cure: "Move the file away, or choose another --data-dir.")
  static let dataDirectoryOwner = FaultKind(
    "data-directory-owner", .error,
    "{path} belongs to user {owner}, and this is user {user}.",
    cure: "Run chatterd as {owner}, or: sudo chown -R {user} {path}")
  static let dataDirectoryMode = FaultKind(
    "data-directory-mode", .warning, "Every user can change {path} (mode {mode}).",
    cure: "chmod go-w {path}")
  static let dataDirectoryNotWritable = FaultKind(
    "data-directory-not-writable", .error, "{path} is not writable for this user.",
    cure: "chmod u+rwx {path}, or choose another --data-dir")
  static let dataDirectoryReadOnly = FaultKind(
    "data-directory-read-only", .error, "{path} is on a read-only file system.",
    cure: "Remount it: mount -o remount,rw; look for disk errors with dmesg")
  static let dataDirectoryBarrier = FaultKind(
    "data-directory-barrier", .error,
    "User {user} cannot search {path}, above the data.",
    cure: "chmod o+x {path}, or choose another --data-dir")
  static let diskBelowReserve = FaultKind(
    "disk-below-reserve", .error,
    "{free} are free on the disk of {path}, less than the reserve of {reserve}: posts get 507.",
    cure: "Free space, delete chatts (chatterd delete), or lower --disk-reserve.")
  static let diskAlmostFull = FaultKind(
    "disk-almost-full", .warning,
    "{free} are free on the disk of {path}: posts stop at {reserve}.",
    cure: "Free space, or limit the timeline with --timeline-bytes-max.")
  static let temporaryFileSystem = FaultKind(
    "data-directory-temporary", .warning,
    "{path} is in memory ({type}): a reboot deletes all chatts.",
    cure: "Choose a --data-dir on a disk, such as /var/lib/chatterd.")
  static let clusterVersion = FaultKind(
    "cluster-version", .error,
    "{path} was created by PostgreSQL {version}, and {installed} is installed.",
    cure: "sudo apt install postgresql-{version}, or move the data with pg_upgrade")
  static let clusterUnrecognized = FaultKind(
    "cluster-unrecognized", .error, "{path} is not a PostgreSQL data directory.",
    cure: "Restore it from a backup, or move it away: mv {path} {path}.old")
  static let clusterOwner = FaultKind(
    "cluster-owner", .error, "The cluster {path} belongs to user {owner}, not to {user}.",
    cure: "sudo chown -R {user} {path}, or run chatterd as {owner} unless that is root")
  static let clusterMode = FaultKind(
    "cluster-mode", .warning, "Other users can read the database files in {path} (mode {mode}).",
    cure: "chmod 700 {path}")
  static let postgresMissing = FaultKind(
    "postgres-missing", .error, "No PostgreSQL server program is installed.",
    cure: "sudo apt install postgresql, or name a database with --database")
}
