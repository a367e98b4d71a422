import { type SubmitEvent, useState } from "react";
import { invalidate } from "../../api/cache";
import { call } from "../../api/client";
import { isFailure } from "../../api/failure";
import { serverNow } from "../../api/server-clock";
import { may, useSession } from "../../api/session";
import type { IssuedInvitation } from "../../api/types";
import { useQueryParameter } from "../../app/router";
import { useWords } from "../../i18n/language";
import { TenantTag } from "../../tenants/TenantTag";
import { useTenants } from "../../tenants/use-tenants";
import { Button } from "../../ui/Button";
import { Drawer } from "../../ui/Drawer";
import { Field, TextInput } from "../../ui/Field";
import { Section, Sections } from "../../ui/Section";
import { Select } from "../../ui/Select";
import { SkeletonRows, failureText } from "../../ui/States";
import keys from "../usage/Keys.module.css";
import { IssuedLink, whoOf } from "./IssuedLink";
import { DAYS, type InviteErrors, type InviteForm, PLATFORM, readInviteForm, rolesAt } from "./invite-form";

/** Invites somebody, and shows the link once. */
export function InviteDrawer({ onClose }: { onClose: () => void }) {
  const t = useWords();
  const session = useSession();
  const { names, known } = useTenants();
  const [issued, setIssued] = useState<IssuedInvitation>();
  const writable = names.filter((name) => may(session, "members.write", name));
  const places = session.permissions.platform.includes("principals.write") ? [...writable, PLATFORM] : writable;
  return (
    <Drawer title={issued ? t.people.link.invited(whoOf(issued.invitation)) : t.people.form.title} onClose={onClose}>
      <Sections>
        {issued ? (
          <IssuedLink issued={issued} onClose={onClose} />
        ) : (
          <Section>{known ? <Form places={places} onIssued={setIssued} /> : <SkeletonRows rows={6} />}</Section>
        )}
      </Sections>
    </Drawer>
  );
}

function Form({ places, onIssued }: { places: readonly string[]; onIssued: (issued: IssuedInvitation) => void }) {
  const t = useWords();
  const f = t.people.form;
  const [chosen] = useQueryParameter("tenant");
  const first = chosen !== undefined && places.includes(chosen) ? chosen : (places[0] ?? PLATFORM);
  const [form, setForm] = useState<InviteForm>({
    to: first,
    role: first === PLATFORM ? "finance" : "engineer",
    name: "",
    email: "",
    displayName: "",
    days: "7",
  });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const set = (changes: Partial<InviteForm>) => setForm((before) => ({ ...before, ...changes }));
  const errors: InviteErrors = tried ? readInviteForm(t, form, serverNow()).errors : {};

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setTried(true);
    const read = readInviteForm(t, form, serverNow());
    if (Object.keys(read.errors).length > 0) {
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      const issued = await (form.to === PLATFORM
        ? call("post", "/api/v1/invitations", { body: read.body })
        : call("post", "/api/v1/tenants/{tenant}/invitations", { path: { tenant: form.to }, body: read.body }));
      invalidate(new Set(["people", "events"]));
      onIssued(issued);
    } catch (error) {
      if (!isFailure(error)) {
        throw error;
      }
      setProblem(failureText(t, error));
      setBusy(false);
    }
  }

  return (
    <form className={keys.form} onSubmit={(event) => void submit(event)} noValidate>
      {problem !== undefined && (
        <p className={keys.error} role="alert">
          {problem}
        </p>
      )}
      <div className={keys.pair}>
        <Field label={f.to}>
          {(ids) => (
            <Select
              {...ids}
              value={form.to}
              onChange={(next) =>
                set({ to: next, role: rolesAt(next).includes(form.role) ? form.role : (rolesAt(next)[1] ?? form.role) })
              }
              options={places.map((name) => ({
                value: name,
                label: name === PLATFORM ? f.platform : <TenantTag name={name} />,
              }))}
            />
          )}
        </Field>
        <Field label={f.role} hint={t.people.roleMeans[form.role]}>
          {(ids) => (
            <Select
              {...ids}
              value={form.role}
              onChange={(role) => set({ role })}
              options={rolesAt(form.to).map((role) => ({ value: role, label: t.words.role[role] }))}
            />
          )}
        </Field>
      </div>
      <div className={keys.pair}>
        <Field label={f.name} hint={f.nameHint} error={errors.name}>
          {(ids) => (
            <TextInput
              {...ids}
              name="name"
              autoComplete="off"
              value={form.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label={f.email} hint={f.emailHint} error={errors.email}>
          {(ids) => (
            <TextInput
              {...ids}
              type="email"
              name="email"
              autoComplete="off"
              value={form.email}
              onChange={(event) => set({ email: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className={keys.pair}>
        <Field label={f.displayName}>
          {(ids) => (
            <TextInput
              {...ids}
              name="display-name"
              autoComplete="off"
              maxLength={100}
              value={form.displayName}
              onChange={(event) => set({ displayName: event.target.value })}
            />
          )}
        </Field>
        <Field label={f.expires}>
          {(ids) => (
            <Select
              {...ids}
              value={form.days}
              onChange={(days) => set({ days })}
              options={DAYS.map((days) => ({ value: days, label: f.days[days] }))}
            />
          )}
        </Field>
      </div>
      <div className={keys.actions}>
        <Button look="primary" type="submit" disabled={busy}>
          {busy ? f.sending : f.submit}
        </Button>
      </div>
    </form>
  );
}
