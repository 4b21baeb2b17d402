import ChatterServer

extension OptionTable {
  /// The options for disk space.
  static let storage: [Option] = [
    Option(
      .diskReserve, .bytes(0...1_125_899_906_842_624),
      .words("5 % of the file system, from 32MiB to 512MiB"),
      "Refuse posts (507) that would leave less free disk space; for the private cluster only."),
    Option(
      .timelineBytesMax, .bytesOrOff(1_048_576...1_125_899_906_842_624), .value("off"),
      "Limit the timeline to this size: its texts and clips, and 150 bytes for each chatt."),
    Option(
      .timelineFull, .choice(RetentionLimits.WhenFull.allCases.map(\.rawValue)),
      .value("delete-oldest"),
      "Delete the oldest chatts at --timeline-bytes-max, or refuse posts (507)."),
    Option(
      .timelineAgeMax, .durationOrOff(Bounds.timelineAge), .value("off"),
      "Delete chatts when they are this old."),
  ]
}
