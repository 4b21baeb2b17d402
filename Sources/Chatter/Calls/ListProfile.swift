/// The form of a server's lists: front ends of different terms expect different forms.
public struct ListProfile: Sendable, Equatable {
  /// The JSON value that contains the rows.
  public enum Shape: String, Sendable, CaseIterable {
    /// A bare array.
    case arrays
    /// `{"chatts": [...]}`.
    case wrapped
  }

  /// The order of the chatts in a list.
  public enum Order: String, Sendable, CaseIterable {
    case newest, oldest
  }

  /// Whether rows have a column for the id.
  public enum IDs: String, Sendable, CaseIterable {
    case with, without
  }

  /// The JSON value that contains the rows.
  public var shape: Shape
  /// The order of the chatts.
  public var order: Order
  /// Whether rows have ids.
  public var ids: IDs

  /// Creates a profile; the defaults are those of the wire contract.
  public init(shape: Shape = .arrays, order: Order = .newest, ids: IDs = .with) {
    self.shape = shape
    self.order = order
    self.ids = ids
  }
}
