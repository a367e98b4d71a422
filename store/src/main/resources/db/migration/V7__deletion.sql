-- What deleting means. What money, facts or events hang on is put away (deleted_at) and keeps its row and its id; applying it
-- again brings the same one back. Plans, price books, webhooks and subscriptions that haven't begun have nothing that hangs
-- on them when they may be deleted: their rows go.
alter table pool add column deleted_at timestamptz;
alter table node add column deleted_at timestamptz;
alter table tenant add column deleted_at timestamptz;
alter table model add column deleted_at timestamptz;
alter table principal add column deleted_at timestamptz;

-- A quota ends by a version that says so.
alter table quota add column ended boolean not null default false;

-- A deleted workload gives its name up, so that another may have it, and is remembered by it.
alter table workload alter column name drop not null;
alter table workload add column deleted_name text;
alter table workload add column deleted_at timestamptz;
alter table workload add constraint workload_has_one_name
    check ((name is null) = (deleted_name is not null) and (deleted_name is null) = (deleted_at is null));
alter table workload add constraint workload_deleted_after_its_end check (deleted_at is null or ended_at is not null);

-- The order to remove what the machine keeps of an ended allocation, the end of it, and what the process's own record said:
-- the second layer of metering is compared with that when the record itself is gone.
alter table allocation add column removal_requested_at timestamptz;
alter table allocation add column removed_at timestamptz;
alter table allocation add column record_started_at timestamptz;
alter table allocation add column record_ended_at timestamptz;
create index allocation_to_remove on allocation (removal_requested_at) where removed_at is null and removal_requested_at is not null;
create index allocation_kept on allocation (ended_at) where removal_requested_at is null;
