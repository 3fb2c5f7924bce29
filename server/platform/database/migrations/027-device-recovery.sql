-- What opens the lock of a device whose PIN was forgotten. Alone it opens nothing: the wrapped key is on the device.
create table device_recovery (
  user_id    text not null references users (id) on delete cascade,
  id         text not null,
  -- AES-256-GCM under the installation's secret: IV, ciphertext, tag, in base64
  sealed     text not null,
  created_at bigint not null,
  primary key (user_id, id)
);
