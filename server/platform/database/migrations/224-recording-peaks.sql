-- How loud a recording is over time (sync/model/peaks.ts), for the waveform of the player. Deleted with its upload.
create table recording_peaks (
  company_id   text not null,
  recording_id text not null,
  every_ms     bigint not null,
  -- base64; '' for a recording that cannot be measured
  levels       text not null,
  primary key (company_id, recording_id),
  foreign key (company_id, recording_id) references upload (company_id, recording_id) on delete cascade
);
