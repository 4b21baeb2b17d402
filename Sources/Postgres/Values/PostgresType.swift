/// The object identifier of a PostgreSQL type (`pg_type.oid`, fixed in pg_type.dat).
public struct PostgresType: Hashable, Sendable {
  public let rawValue: UInt32

  public static let bool = PostgresType(rawValue: 16)
  public static let bytea = PostgresType(rawValue: 17)
  public static let name = PostgresType(rawValue: 19)
  public static let int8 = PostgresType(rawValue: 20)
  public static let int2 = PostgresType(rawValue: 21)
  public static let int4 = PostgresType(rawValue: 23)
  public static let text = PostgresType(rawValue: 25)
  public static let json = PostgresType(rawValue: 114)
  public static let float8 = PostgresType(rawValue: 701)
  public static let unknown = PostgresType(rawValue: 705)
  public static let bpchar = PostgresType(rawValue: 1042)
  public static let varchar = PostgresType(rawValue: 1043)
  public static let timestamptz = PostgresType(rawValue: 1184)
  public static let uuid = PostgresType(rawValue: 2950)
  public static let xid8 = PostgresType(rawValue: 5069)

  public static let byteaArray = PostgresType(rawValue: 1001)
  public static let textArray = PostgresType(rawValue: 1009)
  public static let int8Array = PostgresType(rawValue: 1016)
  public static let xid8Array = PostgresType(rawValue: 271)
  public static let uuidArray = PostgresType(rawValue: 2951)
}
