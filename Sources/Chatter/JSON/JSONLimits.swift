/// How much one JSON text may contain, counted at every depth.
struct JSONLimits: Equatable {
  /// Members of all objects together.
  var membersMax = Int.max

  /// Values of all kinds together, those of members included.
  var valuesMax = Int.max

  /// No limits: for lists, whose size is bounded elsewhere.
  static let none = JSONLimits()

  /// The limits of a post, which has four members.
  static let post = JSONLimits(membersMax: 64, valuesMax: 1_024)
}
