-- The tokens that `chatterd token add` issues, for servers with --posting token or --reading token.
create table access_tokens (
  id bigint generated always as identity primary key,
  -- The name under which the holder posts. Several tokens of one user let it replace one.
  username text not null,
  -- Of the token as it was printed. It has 256 random bits, so that its digest needs no salt.
  sha256 bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  -- The day in UTC: enough to find tokens that nobody uses, and written once a day.
  last_used date,

  constraint access_tokens_username_length check (char_length(username) between 1 and 255),
  constraint access_tokens_sha256_length check (octet_length(sha256) = 32)
);

-- A token is found by the first bytes of its digest; chatterd compares the others in constant time.
create index access_tokens_prefix on access_tokens (substring(sha256 from 1 for 8));
create index access_tokens_username on access_tokens (username);
