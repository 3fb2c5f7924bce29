-- Recordings on their way to the server and on it, and what transcription has already heard.
--
-- Times are milliseconds since the epoch.

-- One resumable upload. Its bytes are the blob `uploads/<id>`, while it grows and for good.
create table upload (
  company_id     text not null,
  id             text not null,
  -- made by the device; the same in the meeting's recordings
  recording_id   text not null,
  meeting_id     text not null,
  user_id        text not null,
  file_name      text not null,
  -- by content, once finished; by name before
  kind           text not null check (kind in ('wav', 'webm', 'mp3')),
  size           bigint not null check (size > 0),
  state          text not null check (state in ('open', 'finished')),
  -- of the whole, in hex; '' while open
  sha256         text not null default '',
  duration_ms    bigint not null default 0,
  created_at     bigint not null,
  finished_at    bigint,
  -- null while its transcript is still to be made
  transcribed_at bigint,
  primary key (company_id, id)
);
create unique index upload_recording on upload (company_id, recording_id);
create index upload_meeting on upload (company_id, meeting_id);
create index upload_open on upload (created_at) where state = 'open';
create index upload_to_transcribe on upload (company_id, meeting_id) where state = 'finished' and transcribed_at is null;

-- Who writes to an upload at the moment, where several processes serve one. A lease, so that a dead process blocks nobody for long.
create table upload_lock (
  id         text primary key,
  holder     text not null,
  until      bigint not null,
  -- somebody else waits for it
  wanted     boolean not null default false
);

-- What the provider made of a part of a recording: a crash or a busy provider does not pay for it twice.
create table transcription_part (
  company_id   text not null,
  recording_id text not null,
  -- provider, model, language and prompt, hashed
  settings     text not null,
  start_ms     bigint not null,
  end_ms       bigint not null,
  segments     jsonb not null,
  created_at   bigint not null,
  primary key (company_id, recording_id, settings, start_ms, end_ms)
);

-- Notes with a public link are found by their id alone: who follows the link has no company.
create index doc_public_note on doc (id) where collection = 'notes' and not deleted and data ->> 'shareRange' = 'public';
