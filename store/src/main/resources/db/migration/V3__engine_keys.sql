-- What the gateway shows to an engine; null for one that was started without.
alter table endpoint add column engine_key text;
