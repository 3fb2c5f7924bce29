-- Delivery of notifications by e-mail and push. Times are milliseconds since the epoch.

-- A notification that goes out, written in the transaction that creates it; deleted when it has gone out.
create table notice_delivery (
  -- no references, as for documents: the delivery of a notification or person that is gone is deleted unsent
  company_id text not null,
  notice_id  text not null,
  user_id    text not null,
  created_at bigint not null,
  -- when the receiver's digest is due; null while the delivery was not looked at
  digest_at  bigint,
  primary key (company_id, notice_id)
);
create index notice_delivery_new on notice_delivery (created_at) where digest_at is null;
create index notice_delivery_digest on notice_delivery (digest_at) where digest_at is not null;

-- Where a device receives push messages (Push API); it ends with its session.
create table push_subscription (
  id         text primary key,
  session_id text not null unique references sessions (id) on delete cascade,
  user_id    text not null references users (id) on delete cascade,
  company_id text not null references companies (id) on delete cascade,
  -- an address of the client's choosing
  endpoint   text not null,
  -- the device's public key and authentication secret (RFC 8291), base64url
  p256dh     text not null,
  auth       text not null,
  -- the device has a lock: its messages carry no content
  has_lock   boolean not null,
  created_at bigint not null
);
create index push_subscription_user on push_subscription (company_id, user_id);
create index push_subscription_endpoint on push_subscription (endpoint);

-- The key pair by which push services recognise this installation (VAPID, RFC 8292).
create table vapid_key (
  id          integer primary key check (id = 1),
  public_key  text not null,
  -- encrypted with a key derived from the installation's secret
  private_key text not null,
  created_at  bigint not null
);
