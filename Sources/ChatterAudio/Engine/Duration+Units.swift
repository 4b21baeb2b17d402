extension Duration {
  /// Whole nanoseconds, the unit of GStreamer, truncated; saturates at the bounds of `Int64`.
  var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

  /// Whole microseconds, the unit of MPRIS, truncated; saturates at the bounds of `Int64`.
  var microseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000) }
}
