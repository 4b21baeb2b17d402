-- The posts that came with an Idempotency-Key, so that a repeat has the answer of the first,
-- whichever server it reaches. A key is written in the transaction of its chatt.
create table idempotency_keys (
  endpoint text not null,
  key text not null,
  -- SHA-256 over the fields of the post, as they were understood.
  fingerprint bytea not null,
  -- Not a reference: a chatt that somebody deletes must not come back by a repeat.
  chatt_id uuid not null unique,
  created_at timestamptz not null default clock_timestamp(),

  primary key (key, endpoint),
  constraint idempotency_keys_endpoint check (endpoint in ('postchatt', 'postaudio')),
  constraint idempotency_keys_key_length check (octet_length(key) between 1 and 255),
  constraint idempotency_keys_fingerprint_length check (octet_length(fingerprint) = 32),
  constraint idempotency_keys_created_at_finite check (isfinite(created_at))
);

-- By which the expired ones are found.
create index idempotency_keys_created_at on idempotency_keys (created_at);
