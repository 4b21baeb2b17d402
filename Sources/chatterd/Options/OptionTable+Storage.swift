extension OptionTable {
  /// How much space posts may take.
  static let storage: [Option] = [
    Option(
      .diskReserve, .bytes(0...1_125_899_906_842_624),
      .words("5 % of the file system, from 32MiB to 512MiB"),
      "Refuse posts (507) that would leave less free disk space; for the private cluster only.")
  ]
}
