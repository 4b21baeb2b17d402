/// The arrays that PQsendQueryParams(3) takes, valid for one call.
///
/// Long values are passed in place. The others are copied into one buffer, because each value
/// passed in place costs a level of the call stack.
struct ParameterArrays {
  typealias Body<Result> = (
    _ values: UnsafePointer<UnsafePointer<CChar>?>, _ lengths: UnsafePointer<Int32>,
    _ formats: UnsafePointer<Int32>
  ) -> Result

  /// Size in bytes from which a value is passed in place.
  static let lentBytesMin = 4096
  /// Maximum number of values passed in place.
  static let lentMax = 32

  private let parameters: [SQL.Parameter]
  private var gathered: [UInt8] = [0]
  private var offsets: [Int?]
  private var lent: [Int] = []

  /// - Precondition: no value has more bytes than `Int32` can count; PostgreSQL accepts at most 1
  ///   GB.
  init(_ parameters: [SQL.Parameter]) {
    self.parameters = parameters
    offsets = []
    offsets.reserveCapacity(parameters.count)
    for (index, parameter) in parameters.enumerated() {
      if let bytes = parameter.bytes, bytes.count >= Self.lentBytesMin, lent.count < Self.lentMax {
        lent.append(index)
        offsets.append(nil)
      } else {
        offsets.append(parameter.bytes == nil ? nil : gathered.count)
        gathered += parameter.bytes ?? []
      }
    }
  }

  func withPointers<Result>(_ body: Body<Result>) -> Result {
    unsafe gathered.withUnsafeBytes { gathered in
      var values: [UnsafePointer<CChar>?] = unsafe offsets.map { offset in
        guard let offset else { return nil }
        return unsafe gathered.baseAddress?.advanced(by: offset)
          .assumingMemoryBound(to: CChar.self)
      }
      return unsafe lend(lent[...], to: &values, body)
    }
  }

  private func lend<Result>(
    _ indices: ArraySlice<Int>, to values: inout [UnsafePointer<CChar>?], _ body: Body<Result>
  ) -> Result {
    guard let index = indices.first, let bytes = parameters[index].bytes else {
      let lengths = parameters.map { Int32($0.bytes?.count ?? 0) }
      let formats = [Int32](repeating: 1, count: parameters.count)
      return unsafe body(values, lengths, formats)
    }
    return unsafe bytes.withUnsafeBytes { buffer in
      unsafe values[index] = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe lend(indices.dropFirst(), to: &values, body)
    }
  }
}
