-- Further models of a provider of chat, which agents may name; separated by line breaks.
alter table ai_provider add column more_models text not null default '';
