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

  /// The chatts on the side of the cursor where the page is, and on the other one, with the orders
  /// in which they follow it.
  private struct Sides {
    let near: SQL
    let other: SQL
    var (order, otherOrder): (SQL, SQL) = ("sequence desc", "sequence")

    init(_ place: PageQuery.Place) {
      switch place {
      case .newest: (near, other) = ("true", "false")
      case .before(let cursor):
        near = "sequence < \(cursor.sequence)"
        other = "sequence >= \(cursor.sequence)"
      case .after(let cursor):
        near = "sequence > \(cursor.sequence)"
        other = "sequence <= \(cursor.sequence)"
        (order, otherOrder) = (otherOrder, order)
      }
    }
  }

  /// Selects a page and one more chatt, from the cursor on. If there are none, the result is one
  /// row in which the columns of a chatt are null.
  static func page(_ query: PageQuery) -> SQL {
    let sides = Sides(query.place)
    let filters = filters(query.filter)
    guard let search = query.search else {
      return page(
        query, sides, chatts: "chatts where \(sides.near)\(filters)",
        hasOther: "exists (select from chatts where \(sides.other)\(filters))")
    }
    return Self.search(for: search.words, query, sides, filters)
  }

  private static func page(
    _ query: PageQuery, _ sides: Sides, chatts: SQL, hasOther: SQL
  ) -> SQL {
    // Messages beyond the size of the page would only be thrown away.
    let shown: SQL = "case when coalesce(bytes_before, 0) < \(bytesMax) then message end"
    return """
      select \(ListStatements.refusal) end, \(hasOther), page.*
      from (select 1) as here left join (
        select sequence, bytes_before, \(StoredChatt.columns(message: shown))
        from (
          select *, sum(octet_length(message)) over (
            order by \(sides.order) rows between unbounded preceding and 1 preceding) as bytes_before
          from \(chatts)
          order by \(sides.order) limit \(query.limit + 1)
        ) as followers
      ) as page on true
      order by \(sides.order)
      """
  }

  // MARK: Searches

  /// How many chatts on a side of the cursor are searched one by one, and the size of their words
  /// in bytes. If these are not all, and too few of them are found, the index is used.
  ///
  /// A word that fills a page from them is frequent: the index would find too many. Of another word
  /// it finds few.
  private static let (searchedRowsMax, searchedBytesMax) = (5_000, 4 << 20)

  private static func search(
    for words: String, _ query: PageQuery, _ sides: Sides, _ filters: SQL
  ) -> SQL {
    let (near, other): (SQL, SQL) = ("\(sides.near)\(filters)", "\(sides.other)\(filters)")
    let page = page(
      query, sides,
      chatts: "chatts where sequence in (select sequence from found)",
      hasOther: "exists (select from other) or exists (select from hits where \(sides.other))")
    // The rows themselves are needed only for filters.
    let rows: SQL = query.filter == ChattFilter() ? "" : " join chatts using (sequence)"
    return """
      with near as materialized (
        \(matches(words, near, sides.order)) limit \(query.limit + 1)
      ), other as materialized (
        \(matches(words, other, sides.otherOrder)) limit 1
      ), hits as materialized (
        select sequence from chatt_hits(\(words)::tsquery) as hit (sequence)\(rows)
        where (
          (select count(*) from near) <= \(query.limit) and not \(isShort(near, sides.order))
          or not exists (select from other) and not \(isShort(other, sides.otherOrder))
        )\(filters)
      ), found as materialized (
        select sequence from near
        union
        (
          select sequence from hits where \(sides.near)
          order by \(sides.order) limit \(query.limit + 1)
        )
      )
      \(page)
      """
  }

  /// Selects the chatts with some words among those that follow a cursor.
  private static func matches(_ words: String, _ condition: SQL, _ order: SQL) -> SQL {
    """
    select sequence from (
      select sequence, words, sum(pg_column_size(words)) over (
        order by \(order) rows unbounded preceding) as bytes
      from chatts where \(condition) order by \(order) limit \(searchedRowsMax)
    ) as followers
    where (bytes is null or bytes <= \(searchedBytesMax)) and words @@ \(words)::tsquery
    order by \(order)
    """
  }

  /// Whether `matches` searches all chatts on a side.
  private static func isShort(_ condition: SQL, _ order: SQL) -> SQL {
    """
    (
      select count(*) <= \(searchedRowsMax) and coalesce(sum(bytes), 0) <= \(searchedBytesMax)
      from (
        select pg_column_size(words) as bytes
        from chatts where \(condition) order by \(order) limit \(searchedRowsMax + 1)
      ) as followers
    )
    """
  }

  private static func filters(_ filter: ChattFilter) -> SQL {
    var conditions: SQL = ""
    if let username = filter.username { conditions = " and username = \(username)" }
    if filter.isAudioOnly { conditions = "\(conditions) and audio is not null" }
    return conditions
  }
}
