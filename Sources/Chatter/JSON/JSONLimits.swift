/// Limits on the size of one JSON text, counted over all levels of nesting.
struct JSONLimits: Equatable {
  /// Maximum number of members in all objects together.
  var membersMax = Int.max

  /// Maximum number of values of all kinds together, including those of members.
  var valuesMax = Int.max

  /// No limits, for lists, whose size is bounded elsewhere.
  static let none = JSONLimits()

  /// The limits for a post, which has four members.
  static let post = JSONLimits(membersMax: 64, valuesMax: 1_024)
}
