public import Postgres
public import System

/// The roles of a private cluster.
///
/// `chatterd` is the superuser that initdb creates, for backups and maintenance. `chatterd_app` is
/// the role of this program: it owns the database, its schema and the objects in it, and nothing
/// else.
enum ClusterRoles {
  static let superuser = "chatterd"
  static let application = "chatterd_app"
  static let database = "chatterd"

  /// Creates the application's role and makes it the owner of the objects that it does not own yet.
  ///
  /// These are all objects in a new cluster or in one that an earlier version created, the tables
  /// of a restored backup, and otherwise usually none. The script is one transaction: a crash
  /// leaves it undone, and the next start runs it again.
  ///
  /// Members of extensions keep their owner. A column's sequence changes its owner with its table.
  static let script = """
    do $$
    declare
      command text;
    begin
      if not exists (select from pg_roles where rolname = '\(application)') then
        create role \(application) login;
      end if;
      for command in
        select format('alter database %I owner to \(application)', datname)
        from pg_database
        where datname = current_database() and datdba <> '\(application)'::regrole
      union all
        select 'alter schema public owner to \(application)'
        from pg_namespace
        where nspname = 'public' and nspowner <> '\(application)'::regrole
      union all
        select format('alter table %s owner to \(application)', oid::regclass)
        from pg_class
        where relnamespace = 'public'::regnamespace and relowner <> '\(application)'::regrole
          and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
          and not exists (
            select from pg_depend
            where classid = 'pg_class'::regclass and objid = pg_class.oid
              and (deptype = 'e' or relkind = 'S' and deptype in ('a', 'i')))
      union all
        select format('alter routine %s owner to \(application)', oid::regprocedure)
        from pg_proc
        where pronamespace = 'public'::regnamespace and proowner <> '\(application)'::regrole
          and not exists (
            select from pg_depend
            where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
      loop
        execute command;
      end loop;
    end
    $$
    """
}

extension PrivateCluster {
  /// Ensures that the application's role exists and owns the database and what is in it.
  public func prepareRoles(on connection: PostgresConnection, until deadline: Deadline)
    async throws(PostgresError)
  {
    try await connection.execute(script: ClusterRoles.script, until: deadline)
  }
}
