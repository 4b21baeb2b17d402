/// Migrations are `NNNN-name.sql`, numbered from 0001 without gaps.
struct MigrationRule {
  func findings(in names: [String]) -> [Finding] {
    if names.isEmpty { return [Finding("migrations", "no migrations")] }
    return names.sorted().enumerated().compactMap { index, name in
      let number = String(index + 1)
      let wanted = String(repeating: "0", count: max(0, 4 - number.count)) + number + "-"
      let rest = name.dropFirst(wanted.count).dropLast(4)
      let isWellFormed =
        name.hasPrefix(wanted) && name.hasSuffix(".sql") && !rest.isEmpty
        && rest.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }
      return isWellFormed ? nil : Finding(name, "should be called \(wanted)what-it-does.sql")
    }
  }
}
