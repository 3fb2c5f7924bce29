-- Providers that an organization has set itself; the operator's are configuration. Times are milliseconds since the epoch.
create table ai_provider (
  company_id     text not null references companies (id) on delete cascade,
  -- chat, embedding, search, speech, transcription or image
  capability     text not null,
  -- openai, searxng, brave or tavily
  kind           text not null,
  url            text not null,
  -- sealed (server/platform/sealed-text.ts); '' for none
  api_key        text not null,
  model          text not null,
  voice          text not null,
  context_tokens integer not null,
  -- of a million tokens
  price_input    double precision not null,
  price_output   double precision not null,
  updated_at     bigint not null,
  primary key (company_id, capability)
);

-- Tokens and money that calls of models use. A call is reserved with an estimate before it begins and settled with its real use.
create table service_amount (
  company_id    text not null references companies (id) on delete cascade,
  -- of the call: it counts once, whichever process makes it
  id            text not null,
  user_id       text not null,
  service       text not null,
  model         text not null,
  input_tokens  bigint not null,
  output_tokens bigint not null,
  -- millionths of the currency of the price
  cost          bigint not null,
  is_settled    boolean not null default false,
  created_at    bigint not null,
  primary key (company_id, id)
);
create index service_amount_by_time on service_amount (company_id, created_at);

-- Limits of a day (UTC) that an organization has set; the operator's are configuration. null: no limit.
create table amount_limit (
  company_id     text not null references companies (id) on delete cascade,
  -- tokens, or money in millionths
  unit           text not null check (unit in ('tokens', 'money')),
  person_per_day bigint check (person_per_day >= 0),
  per_day        bigint check (per_day >= 0),
  primary key (company_id, unit)
);
