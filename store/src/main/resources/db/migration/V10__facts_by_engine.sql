-- A token proof compares an engine's own counters with all facts of that engine.
create index token_fact_by_endpoint on token_fact (endpoint_id, settled_at);
