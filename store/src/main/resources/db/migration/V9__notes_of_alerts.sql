-- What whoever acknowledges an alert writes to the others.
alter table alert add column acknowledged_note text;
