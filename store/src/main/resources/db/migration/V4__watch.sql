-- Watching: what was seen of each thing, the alerts that came of it, and what has to be told to whom.

-- The latest of each thing that is there now.
create table signal (
    name        text primary key,
    tenant      text,
    body        jsonb not null,
    at          timestamptz not null
);

-- The numbers of each minute, kept for a day.
create table signal_minute (
    name        text not null,
    measure     text not null,
    minute      timestamptz not null,
    samples     integer not null check (samples >= 1),
    lowest      bigint not null,
    highest     bigint not null,
    total       bigint not null,
    primary key (name, measure, minute)
);
create index signal_minute_by_time on signal_minute (minute);

-- Engines are looked at every few seconds, among all workloads that ever were.
create index workload_engine on workload (ended_at) where spec -> 'serves' is not null;

-- An alert from its beginning to its end; of a name one is open at a time. What is over stays for 90 days.
create table alert (
    id          uuid primary key,
    name        text not null,
    rule        text not null,
    severity    text not null,
    tenant      text,
    signal      jsonb not null,
    value       bigint not null,
    threshold   bigint not null,
    state       text not null,
    since       timestamptz not null,
    fired_at    timestamptz,
    quiet_since timestamptz,
    resolved_at timestamptz,
    acknowledged_by text,
    acknowledged_at timestamptz,
    seen_at     timestamptz not null
);
create unique index alert_open on alert (name) where resolved_at is null;
create index alert_by_name on alert (name, id);
create index alert_by_end on alert (resolved_at) where resolved_at is not null;

-- The secret signs what is sent, so it can't be a hash; it is in no spec, no event and no answer but the first.
create table webhook (
    id          uuid primary key,
    name        text not null unique,
    spec        jsonb not null,
    secret      text not null,
    version     integer not null,
    created_at  timestamptz not null
);

-- What has to be sent, written with the change that it tells of. It stays for seven days, sent or not.
create table webhook_delivery (
    id          uuid primary key,
    webhook_id  uuid not null references webhook,
    type        text not null,
    body        text not null,
    created_at  timestamptz not null,
    attempts    integer not null default 0,
    next_at     timestamptz not null,
    done_at     timestamptz,
    delivered   boolean not null default false,
    failure     text
);
create index webhook_delivery_due on webhook_delivery (next_at) where done_at is null;
create index webhook_delivery_by_webhook on webhook_delivery (webhook_id, done_at);

grant select, insert, update, delete on signal, signal_minute, alert, webhook, webhook_delivery to wellfield_app;
