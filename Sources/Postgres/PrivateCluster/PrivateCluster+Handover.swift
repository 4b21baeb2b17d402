extension PrivateCluster {
  /// Makes the cluster's directory where it is missing, and gives it to a user whom root is going
  /// to become, with what an earlier version of this program, run by root, has left in it as
  /// root's.
  public static func handOver(_ directory: String, to user: ClusterUser)
    throws(PrivateClusterError)
  {
    let directory = try ClusterDirectory.prepare(directory, for: user)
    for file in [directory.lock, directory.log, directory.oldLog] { user.takeOver(file: file) }
  }
}
