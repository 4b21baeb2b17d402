-- Run at each start by ClusterRoles.swift, as one transaction.
do $$
declare
  command text;
begin
  if not exists (select from pg_roles where rolname = 'chatterd_app') then
    create role chatterd_app login;
  end if;
  for command in
    select format('alter database %I owner to chatterd_app', datname)
    from pg_database
    where datname = current_database() and datdba <> 'chatterd_app'::regrole
  union all
    select 'alter schema public owner to chatterd_app'
    from pg_namespace
    where nspname = 'public' and nspowner <> 'chatterd_app'::regrole
  union all
    select format('alter table %s owner to chatterd_app', oid::regclass)
    from pg_class
    where relnamespace = 'public'::regnamespace and relowner <> 'chatterd_app'::regrole
      and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid
          and (deptype = 'e' or relkind = 'S' and deptype in ('a', 'i')))
  union all
    select format('alter routine %s owner to chatterd_app', oid::regprocedure)
    from pg_proc
    where pronamespace = 'public'::regnamespace and proowner <> 'chatterd_app'::regrole
      and not exists (
        select from pg_depend
        where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  loop
    execute command;
  end loop;
end
$$
