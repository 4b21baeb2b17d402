@testable import ChatterTerminal

extension FrontEndModel {
  /// Returns rows with the ids count-1...0, newest first; those with even ids have a clip.
  static func rows(_ count: Int) -> [TimelineRow] {
    (0..<count).reversed().map { number in
      TimelineRow(
        id: "\(number)", author: ["ann", "bob"][number % 2], message: "message \(number)",
        time: "2025-01-02 03:0\(number % 10)",
        clip: number % 2 == 0 ? .length(.seconds(3 + number)) : .none)
    }
  }

  /// Returns the model after the first list.
  static func fixture(rows: Int) -> FrontEndModel {
    var model = FrontEndModel(server: "localhost:8443", username: "ann")
    model.show(Self.rows(rows))
    return model
  }
}
