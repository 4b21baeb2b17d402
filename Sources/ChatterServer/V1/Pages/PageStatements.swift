internal import Chatter
internal import Postgres

/// The statements that read pages by keyset: what they cost depends on the page, not on its place.
enum PageStatements {
  /// Maximum size of the messages of a page in bytes, apart from its first one.
  static let bytesMax = 256 << 10

  enum Column {
    /// Whether there are chatts on the other side of the cursor. The first column is null.
    static let hasOther = 1
    static let sequence = 2
    static let bytesBefore = 3
    static let chatt = 4
  }

  /// Selects a page and one more chatt, from the cursor on. If there are none, the result is one
  /// row in which the columns of a chatt are null.
  static func page(_ query: PageQuery) -> SQL {
    let (near, other, order): (SQL, SQL, SQL) =
      switch query.place {
      case .newest: ("true", "false", "sequence desc")
      case .before(let cursor):
        ("sequence < \(cursor.sequence)", "sequence >= \(cursor.sequence)", "sequence desc")
      case .after(let cursor):
        ("sequence > \(cursor.sequence)", "sequence <= \(cursor.sequence)", "sequence")
      }
    let conditions = conditions(query)
    return """
      select \(ListStatements.refusal) end,
        exists (select from chatts where \(other)\(conditions)), page.*
      from (select 1) as here left join (
        select sequence, sum(octet_length(message)) over (
            order by \(order) rows between unbounded preceding and 1 preceding) as bytes_before,
          \(StoredChattStatements.columns)
        from chatts where \(near)\(conditions)
        order by \(order) limit \(query.limit + 1)
      ) as page on true
      order by \(order)
      """
  }

  /// The expression of the index for searches. Its length is limited so that no message exceeds
  /// what PostgreSQL can index (manual, section 12.11).
  static let searchVector: SQL = "to_tsvector('simple', left(message, 50000))"

  private static func conditions(_ query: PageQuery) -> SQL {
    var conditions: SQL = ""
    if let username = query.filter.username {
      conditions = "\(conditions) and username = \(username)"
    }
    if query.filter.isAudioOnly {
      conditions = "\(conditions) and audio is not null"
    }
    if let text = query.searchText {
      conditions = "\(conditions) and \(searchVector) @@ to_tsquery('simple', \(text))"
    }
    return conditions
  }
}
