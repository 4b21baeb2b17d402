/// How a server shows its lists: front ends of other terms want other forms.
public struct ListProfile: Sendable, Equatable {
  /// What surrounds the rows.
  public enum Shape: String, Sendable, CaseIterable {
    /// A bare array.
    case arrays
    /// `{"chatts": [...]}`.
    case wrapped
  }

  /// Which chatt comes first.
  public enum Order: String, Sendable, CaseIterable {
    case newest, oldest
  }

  /// Whether rows have a column for the id.
  public enum IDs: String, Sendable, CaseIterable {
    case with, without
  }

  /// Bare or wrapped.
  public var shape: Shape
  /// Which end comes first.
  public var order: Order
  /// Whether rows have their ids.
  public var ids: IDs

  /// The profile of the wire contract, unless told otherwise.
  public init(shape: Shape = .arrays, order: Order = .newest, ids: IDs = .with) {
    self.shape = shape
    self.order = order
    self.ids = ids
  }

  /// The body of a list, of chatts that come newest first; `audio` adds the column of getaudio.
  public func encode(_ chatts: [Chatt], audio: Bool) -> [UInt8] {
    var writer = ChattListWriter(profile: self, audio: audio)
    switch order {
    case .newest: for chatt in chatts { writer.append(chatt) }
    case .oldest: for chatt in chatts.reversed() { writer.append(chatt) }
    }
    writer.finish()
    return writer.takeOutput()
  }
}
