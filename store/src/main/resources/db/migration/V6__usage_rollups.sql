-- Tokens by the minute and by the hour of UTC. The database itself adds each new fact to both, in the transaction that writes
-- the fact down: they always equal the sum of the facts, however late, twice or out of order those arrive, and whichever
-- release writes them. Nobody but the owner can write here. Hours, days and months of any zone are put together from hours
-- and, where a zone cuts an hour, from minutes.
create table token_minute (
    tenant      text not null,
    minute      timestamptz not null,
    key_id      uuid not null,
    key_name    text not null,
    model_id    uuid not null,
    model       text not null,
    model_owner text not null,
    plan        text not null,
    simulated   boolean not null,
    requests    bigint not null check (requests >= 1),
    failed      bigint not null,
    aborted     bigint not null,
    estimated   bigint not null,
    prompt_tokens bigint not null,
    cached_tokens bigint not null,
    completion_tokens bigint not null,
    primary key (tenant, minute, key_id, model_id, plan, simulated, key_name, model, model_owner)
);
create index token_minute_by_time on token_minute (minute);

create table token_hour (like token_minute including constraints);
alter table token_hour rename column minute to hour;
alter table token_hour add primary key (tenant, hour, key_id, model_id, plan, simulated, key_name, model, model_owner);
create index token_hour_by_time on token_hour (hour);

-- In the order of the key, so that two writers wait for each other and never both.
create function roll_up_tokens() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
    insert into token_minute as rolled
    select tenant, date_trunc('minute', settled_at, 'UTC'), key_id, key_name, model_id, model, model_owner, plan, simulated,
           count(*), count(*) filter (where outcome in ('UPSTREAM_FAILED', 'DEADLINE', 'GATEWAY_CRASH')),
           count(*) filter (where outcome = 'CLIENT_ABORTED'), count(*) filter (where estimated),
           sum(prompt_tokens), sum(cached_tokens), sum(completion_tokens)
    from added group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (tenant, minute, key_id, model_id, plan, simulated, key_name, model, model_owner) do update
    set requests = rolled.requests + excluded.requests, failed = rolled.failed + excluded.failed,
        aborted = rolled.aborted + excluded.aborted, estimated = rolled.estimated + excluded.estimated,
        prompt_tokens = rolled.prompt_tokens + excluded.prompt_tokens,
        cached_tokens = rolled.cached_tokens + excluded.cached_tokens,
        completion_tokens = rolled.completion_tokens + excluded.completion_tokens;
    insert into token_hour as rolled
    select tenant, date_trunc('hour', settled_at, 'UTC'), key_id, key_name, model_id, model, model_owner, plan, simulated,
           count(*), count(*) filter (where outcome in ('UPSTREAM_FAILED', 'DEADLINE', 'GATEWAY_CRASH')),
           count(*) filter (where outcome = 'CLIENT_ABORTED'), count(*) filter (where estimated),
           sum(prompt_tokens), sum(cached_tokens), sum(completion_tokens)
    from added group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (tenant, hour, key_id, model_id, plan, simulated, key_name, model, model_owner) do update
    set requests = rolled.requests + excluded.requests, failed = rolled.failed + excluded.failed,
        aborted = rolled.aborted + excluded.aborted, estimated = rolled.estimated + excluded.estimated,
        prompt_tokens = rolled.prompt_tokens + excluded.prompt_tokens,
        cached_tokens = rolled.cached_tokens + excluded.cached_tokens,
        completion_tokens = rolled.completion_tokens + excluded.completion_tokens;
    return null;
end $$;

-- Nothing is added between the sums of what is there and the trigger.
lock table token_fact in exclusive mode;
insert into token_minute
select tenant, date_trunc('minute', settled_at, 'UTC'), key_id, key_name, model_id, model, model_owner, plan, simulated,
       count(*), count(*) filter (where outcome in ('UPSTREAM_FAILED', 'DEADLINE', 'GATEWAY_CRASH')),
       count(*) filter (where outcome = 'CLIENT_ABORTED'), count(*) filter (where estimated),
       sum(prompt_tokens), sum(cached_tokens), sum(completion_tokens)
from token_fact group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
insert into token_hour
select tenant, date_trunc('hour', minute, 'UTC'), key_id, key_name, model_id, model, model_owner, plan, simulated,
       sum(requests), sum(failed), sum(aborted), sum(estimated), sum(prompt_tokens), sum(cached_tokens),
       sum(completion_tokens)
from token_minute group by 1, 2, 3, 4, 5, 6, 7, 8, 9;

create trigger roll_up after insert on token_fact
    referencing new table as added for each statement execute function roll_up_tokens();

grant select on token_minute, token_hour to wellfield_app;
