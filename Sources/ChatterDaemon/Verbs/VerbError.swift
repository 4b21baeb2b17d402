/// Why a verb failed, if no module below has an error for it.
enum VerbError: Error, CustomStringConvertible {
  /// A restart does not fix it.
  case configuration(String)
  /// A later start may succeed.
  case temporary(String)

  var description: String {
    switch self {
    case .configuration(let text), .temporary(let text): text
    }
  }
}
