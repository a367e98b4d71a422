-- People: principals with a password, who can be kept out, and invitations by which they come.

-- The password is kept as a hash with its parameters; null means that there is none, only tokens.
alter table principal
    add column kind text not null default 'SERVICE' check (kind in ('USER', 'SERVICE')),
    add column email text,
    add column password text,
    add column signed_in_at timestamptz,
    add column disabled_at timestamptz;
create unique index principal_by_email on principal (lower(email));

-- A session comes from a token or, since now, from a password; of these one is given.
alter table console_session
    alter column token_id drop not null,
    add column principal_id uuid references principal on delete cascade,
    add constraint console_session_of_one check (num_nonnulls(token_id, principal_id) = 1);

-- JOIN gives a role, in a tenant or on the platform; RESET sets the password of somebody who is there. Only the hash of
-- the secret is kept.
create table invitation (
    id          uuid primary key,
    hash        text not null unique,
    purpose     text not null check (purpose in ('JOIN', 'RESET')),
    principal_id uuid references principal on delete cascade,
    name        text,
    email       text,
    display_name text,
    role        text,
    tenant_id   uuid references tenant on delete cascade,
    invited_by  text not null,
    created_at  timestamptz not null,
    expires_at  timestamptz not null,
    accepted_at timestamptz,
    accepted_by text,
    revoked_at  timestamptz,
    check ((purpose = 'RESET') = (principal_id is not null)),
    check ((purpose = 'JOIN') = (role is not null))
);
create index invitation_by_time on invitation (created_at desc, id);

grant select, insert, update, delete on invitation to wellfield_app;
