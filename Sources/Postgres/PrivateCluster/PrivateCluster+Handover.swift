extension PrivateCluster {
  /// Prepares the cluster's directory for a user that root is about to become.
  ///
  /// Creates the directory if it is missing and gives it to the user, with the files in it that an
  /// earlier version of this program left to root.
  public static func handOver(_ directory: String, to user: ClusterUser)
    throws(PrivateClusterError)
  {
    let directory = try ClusterDirectory.prepare(directory, for: user)
    for file in [directory.lock, directory.log, directory.oldLog] { user.takeOver(file: file) }
  }
}
