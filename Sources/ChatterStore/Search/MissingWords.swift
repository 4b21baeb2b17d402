internal import Postgres
internal import Search
internal import System

/// Makes the words of messages that other programs or earlier versions have stored.
enum MissingWords {
  /// Maximum number of messages of one transaction, and of bytes of those after the first.
  private static let (countMax, bytesMax) = (500, 1 << 20)

  /// Makes the words of the newest messages without any, on the loop of the connection, a few
  /// milliseconds at a time; returns whether there may be more.
  static func make(
    on connection: PostgresConnection, until deadline: Deadline
  ) async throws(PostgresError) -> Bool {
    let rows = try await connection.query(select, until: deadline)
    guard !rows.isEmpty else { return false }
    var (sequences, transactions, words): ([Int64], [PostgresTransactionID], [String?]) = (
      [], [], []
    )
    for row in rows {
      let (sequence, transaction, message) = try row.decode(
        Int64.self, PostgresTransactionID.self, String.self)
      sequences.append(sequence)
      transactions.append(transaction)
      words.append(SearchText.vector(of: message))
      await Task.yield()
    }
    try await connection.query(update(sequences, transactions, words), until: deadline)
    return true
  }

  private static let select: SQL = """
    select sequence, transaction_id, message from (
      select sequence, transaction_id, message, sum(octet_length(message)) over (
        order by -sequence rows between unbounded preceding and 1 preceding) as bytes
      from chatts where words is null and message is not null
      order by -sequence limit \(countMax)
    ) as missing
    where bytes is null or bytes < \(bytesMax)
    """

  /// A message that was changed meanwhile has another transaction.
  private static func update(
    _ sequences: [Int64], _ transactions: [PostgresTransactionID], _ words: [String?]
  ) -> SQL {
    """
    update chatts set words = made.words::tsvector
    from unnest(\(sequences), \(transactions), \(words)) as made (sequence, transaction_id, words)
    where chatts.sequence = made.sequence and chatts.transaction_id = made.transaction_id
      and chatts.words is null
    """
  }
}
