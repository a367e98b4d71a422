-- The first schema. Three roles: the owner runs migrations and makes partitions; wellfield_app is the control plane and
-- may neither update nor delete facts, records and events; wellfield_gateway reads its view and inserts usage records.
-- The server creates the roles before it migrates and gives them their passwords.

-- Leadership: one row, judged by the database's clock alone. The epoch fences every decision.
create table leader (
    only_row    boolean primary key default true check (only_row),
    epoch       bigint not null,
    holder      text not null,
    expires_at  timestamptz not null
);
insert into leader (epoch, holder, expires_at) values (0, 'nobody', '-infinity');

-- Every change writes one row in its own transaction. Readers go by (tx, id) and stop before the oldest transaction that
-- still runs, so that a row committed late is never skipped.
create table event (
    id          bigint generated always as identity primary key,
    tx          xid8 not null default pg_current_xact_id(),
    at          timestamptz not null,
    actor       text not null,
    tenant      text,
    aggregate   text not null,
    version     integer,
    type        text not null,
    before      jsonb,
    after       jsonb
);
create index event_by_aggregate on event (aggregate, id);
create index event_by_tenant on event (tenant, id);

create table plan (
    id          uuid primary key,
    name        text not null unique,
    spec        jsonb not null,
    version     integer not null,
    created_at  timestamptz not null
);

create table price_book (
    id          uuid primary key,
    name        text not null unique,
    spec        jsonb not null,
    version     integer not null,
    created_at  timestamptz not null
);

create table pool (
    id          uuid primary key,
    name        text not null unique,
    card_model  text not null,
    spec        jsonb not null,
    version     integer not null,
    created_at  timestamptz not null
);

create table node (
    id          uuid primary key,
    name        text not null unique,
    spec        jsonb not null,
    version     integer not null,
    created_at  timestamptz not null
);

create table card (
    id          uuid primary key,
    node_id     uuid not null references node,
    index       integer not null,
    pool_id     uuid not null references pool,
    uuid        text unique,
    healthy     boolean not null default true,
    unique (node_id, index)
);

create table tenant (
    id          uuid primary key,
    name        text not null unique,
    index       integer not null unique check (index between 0 and 9999),
    price_book  text not null references price_book (name),
    cards_plan  text not null references plan (name),
    tokens_plan text not null references plan (name),
    spec        jsonb not null,
    version     integer not null,
    created_at  timestamptz not null
);

-- A quota is never changed: each change is a new version with author and time.
create table quota (
    tenant_id   uuid not null references tenant,
    pool_id     uuid not null references pool,
    version     integer not null,
    spec        jsonb not null,
    changed_by  text not null,
    changed_at  timestamptz not null,
    primary key (tenant_id, pool_id, version)
);

create table subscription (
    id          uuid primary key,
    tenant_id   uuid not null references tenant,
    name        text not null,
    spec        jsonb not null,
    version     integer not null,
    created_at  timestamptz not null,
    unique (tenant_id, name)
);

create table principal (
    id          uuid primary key,
    name        text not null unique,
    spec        jsonb not null,
    version     integer not null,
    created_at  timestamptz not null
);

create table binding (
    principal_id uuid not null references principal,
    role        text not null,
    tenant_id   uuid references tenant,
    unique nulls not distinct (principal_id, role, tenant_id)
);

create table token (
    id          uuid primary key,
    principal_id uuid not null references principal,
    name        text not null,
    prefix      text not null,
    hash        text not null unique,
    scopes      text[],
    created_at  timestamptz not null,
    expires_at  timestamptz,
    revoked_at  timestamptz,
    unique (principal_id, name)
);

create table console_session (
    hash        text primary key,
    token_id    uuid not null references token,
    created_at  timestamptz not null,
    expires_at  timestamptz not null
);

-- Answers to requests with an Idempotency-Key, kept 24 hours.
create table idempotency (
    principal   text not null,
    key         text not null,
    body_hash   text not null,
    status      integer not null,
    response    jsonb not null,
    created_at  timestamptz not null,
    primary key (principal, key)
);

create table workload (
    id          uuid primary key,
    tenant_id   uuid not null references tenant,
    name        text not null,
    spec        jsonb not null,
    ask         jsonb not null,
    phase       text not null,
    reason      text,
    submitted_by text not null,
    submitted_at timestamptz not null,
    cancel_requested_at timestamptz,
    started_at  timestamptz,
    ended_at    timestamptz,
    exit        jsonb,
    explanation jsonb,
    version     integer not null,
    unique (tenant_id, name)
);
create index workload_live on workload (submitted_at) where ended_at is null;
create index workload_by_time on workload (submitted_at desc, id);

create table allocation (
    id          uuid primary key,
    workload_id uuid not null references workload,
    tenant_id   uuid not null references tenant,
    node_id     uuid not null references node,
    pool_id     uuid not null references pool,
    plan        text not null,
    isolation   text not null,
    simulated   boolean not null,
    borrowed    boolean not null,
    cpu_milli   bigint not null,
    host_memory_mib bigint not null,
    epoch       bigint not null,
    decided_at  timestamptz not null,
    started_at  timestamptz,
    ended_at    timestamptz,
    end_inferred boolean not null default false,
    failure     text,
    -- up to when its card time has become facts
    metered_to  timestamptz
);
create index allocation_by_workload on allocation (workload_id);
create index allocation_unmetered on allocation (started_at) where ended_at is null or metered_to is distinct from ended_at;

create table allocation_share (
    allocation_id uuid not null references allocation,
    card        integer not null,
    memory_mib  bigint not null,
    compute_permille integer not null,
    bandwidth_permille integer not null,
    whole       boolean not null,
    slice_profile text,
    slice_start integer,
    primary key (allocation_id, card)
);

create table model (
    id          uuid primary key,
    tenant_id   uuid not null references tenant,
    name        text not null,
    spec        jsonb not null,
    version     integer not null,
    created_at  timestamptz not null,
    unique (tenant_id, name)
);

-- An engine that serves a model: one run, so its id is the allocation's.
create table endpoint (
    id          uuid primary key references allocation,
    tenant_id   uuid not null references tenant,
    workload    text not null,
    model_id    uuid not null references model,
    url         text not null,
    engine      text not null,
    simulated   boolean not null,
    concurrent_requests integer not null,
    created_at  timestamptz not null,
    heartbeat_at timestamptz,
    removed_at  timestamptz
);
create index endpoint_live on endpoint (model_id) where removed_at is null;

create table api_key (
    id          uuid primary key,
    tenant_id   uuid not null references tenant,
    name        text not null,
    prefix      text not null,
    hash        text not null unique,
    spec        jsonb not null,
    version     integer not null,
    created_at  timestamptz not null,
    revoked_at  timestamptz,
    unique (tenant_id, name)
);

-- Counts up with every change of something that gateways need to know.
create table gateway_revision (
    only_row    boolean primary key default true check (only_row),
    revision    bigint not null
);
insert into gateway_revision (revision) values (1);

create function count_gateway_revision() returns trigger language plpgsql security definer set search_path from current as $$
begin
    update gateway_revision set revision = revision + 1;
    return null;
end $$;

create trigger gateway_sees_tenant after insert or update or delete on tenant
    for each statement execute function count_gateway_revision();
create trigger gateway_sees_model after insert or update or delete on model
    for each statement execute function count_gateway_revision();
create trigger gateway_sees_key after insert or update or delete on api_key
    for each statement execute function count_gateway_revision();
create trigger gateway_sees_endpoint after insert or update of removed_at or delete on endpoint
    for each statement execute function count_gateway_revision();

-- The gateways' word on each request. Kept by month; the request's id and its start are its natural key.
create table usage_record (
    request_id  uuid not null,
    tenant      text not null,
    key_id      uuid not null,
    key_name    text not null,
    model       text not null,
    model_id    uuid not null,
    model_owner text not null,
    endpoint_id uuid not null,
    simulated   boolean not null,
    stream      boolean not null,
    started_at  timestamptz not null,
    first_token_at timestamptz,
    settled_at  timestamptz not null,
    prompt_tokens bigint not null check (prompt_tokens >= 0),
    cached_tokens bigint not null check (cached_tokens >= 0),
    completion_tokens bigint not null check (completion_tokens >= 0),
    prompt_bound bigint not null,
    max_tokens  bigint,
    outcome     text not null,
    estimated   boolean not null,
    status      integer not null,
    choices     integer not null check (choices >= 1),
    stored_at   timestamptz not null default clock_timestamp(),
    tx          xid8 not null default pg_current_xact_id(),
    primary key (started_at, request_id)
) partition by range (started_at);
create index usage_record_by_endpoint on usage_record (endpoint_id, settled_at);
create index usage_record_by_tx on usage_record (tx);

-- Facts of metering, by the month in which they end.
create table token_fact (
    request_id  uuid not null,
    tenant      text not null,
    key_id      uuid not null,
    key_name    text not null,
    model       text not null,
    model_id    uuid not null,
    model_owner text not null,
    endpoint_id uuid not null,
    plan        text not null,
    started_at  timestamptz not null,
    settled_at  timestamptz not null,
    prompt_tokens bigint not null check (prompt_tokens >= 0),
    cached_tokens bigint not null check (cached_tokens >= 0),
    completion_tokens bigint not null check (completion_tokens >= 0),
    outcome     text not null,
    estimated   boolean not null,
    simulated   boolean not null,
    stored_at   timestamptz not null default clock_timestamp(),
    primary key (settled_at, request_id)
) partition by range (settled_at);
create index token_fact_by_tenant on token_fact (tenant, settled_at);

create table card_fact (
    allocation_id uuid not null,
    card        integer not null,
    from_at     timestamptz not null,
    to_at       timestamptz not null,
    tenant      text not null,
    workload    text not null,
    pool        text not null,
    card_model  text not null,
    node        text not null,
    cards_milli integer not null check (cards_milli between 1 and 1000),
    plan        text not null,
    simulated   boolean not null,
    inferred    boolean not null,
    stored_at   timestamptz not null default clock_timestamp(),
    primary key (to_at, allocation_id, card, from_at),
    check (from_at < to_at)
) partition by range (to_at);
create index card_fact_by_tenant on card_fact (tenant, to_at);

-- The second layer: engines' own counters.
create table counter_sample (
    endpoint_id uuid not null,
    at          timestamptz not null,
    prompt_tokens bigint not null,
    completion_tokens bigint not null,
    primary key (at, endpoint_id)
) partition by range (at);
create index counter_sample_by_endpoint on counter_sample (endpoint_id, at);

-- How far metering has read the usage records.
create table metering_cursor (
    name        text primary key,
    tx          xid8 not null
);
insert into metering_cursor values ('usage_record', '0');

-- Monthly partitions, made ahead by the owner. A default partition catches what no month holds: nothing is ever refused.
-- What it holds of a month moves there when the month is made.
create function make_partitions(from_month date, months integer) returns void language plpgsql as $$
declare
    parent record;
    month date;
    child text;
    rest text;
    lower_end text;
    upper_end text;
begin
    perform pg_advisory_xact_lock(hashtextextended('make_partitions', 0));
    for parent in select * from (values
            ('usage_record', 'started_at'), ('token_fact', 'settled_at'), ('card_fact', 'to_at'), ('counter_sample', 'at'))
            as it (name, by_time) loop
        rest := parent.name || '_rest';
        for i in 0 .. months - 1 loop
            month := (date_trunc('month', from_month) + make_interval(months => i))::date;
            child := parent.name || to_char(month, '_YYYYMM');
            continue when to_regclass(child) is not null;
            lower_end := to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00';
            upper_end := to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00';
            execute format('lock table %I in access exclusive mode', rest);
            execute format('create table %I (like %I including defaults including constraints)', child, parent.name);
            execute format(
                'with early as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *) insert into %5$I select * from early',
                rest, parent.by_time, lower_end, upper_end, child);
            execute format(
                'alter table %I attach partition %I for values from (%L) to (%L)', parent.name, child, lower_end, upper_end);
        end loop;
    end loop;
end $$;
create table usage_record_rest partition of usage_record default;
create table token_fact_rest partition of token_fact default;
create table card_fact_rest partition of card_fact default;
create table counter_sample_rest partition of counter_sample default;

-- Rights. The owner keeps everything; nobody else may create anything. Partitions are reached through their parents alone.
revoke all on schema public from public;
grant usage on schema public to wellfield_app, wellfield_gateway;
grant select, insert, update, delete on all tables in schema public to wellfield_app;
revoke update, delete on event, usage_record, token_fact, card_fact, counter_sample, quota from wellfield_app;
revoke all on usage_record_rest, token_fact_rest, card_fact_rest, counter_sample_rest from wellfield_app;
revoke all on flyway_schema_history from wellfield_app;
revoke insert, update, delete on gateway_revision from wellfield_app;
grant usage, select on all sequences in schema public to wellfield_app;
grant select on gateway_revision, tenant, model, endpoint, api_key to wellfield_gateway;
grant insert on usage_record to wellfield_gateway;
grant select (request_id, started_at) on usage_record to wellfield_gateway;
