import { Plus, X } from "lucide-react";
import { useState } from "react";
import { invalidate } from "../../api/cache";
import { call } from "../../api/client";
import { type Failure, ProblemError, isFailure } from "../../api/failure";
import type { Binding, User } from "../../api/types";
import { useWords } from "../../i18n/language";
import { TenantTag } from "../../tenants/TenantTag";
import { Button } from "../../ui/Button";
import { Select } from "../../ui/Select";
import { failureText } from "../../ui/States";
import { toast } from "../../ui/Toast";
import keys from "../usage/Keys.module.css";
import styles from "./People.module.css";
import { PLATFORM, rolesAt } from "./invite-form";

/**
 * Somebody's roles, to change: all of them for whoever may do so on the platform, else those in one's own tenants.
 *
 * `places` are the tenants, and the platform, that roles may be bound in.
 */
export function RolesEditor({
  user,
  places,
  everywhere,
}: {
  user: User;
  places: readonly string[];
  everywhere: boolean;
}) {
  const t = useWords();
  const p = t.people.person;
  const [bindings, setBindings] = useState<readonly Binding[]>(user.bindings);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const set = (index: number, next: Binding) => setBindings(bindings.map((each, at) => (at === index ? next : each)));
  const changed = keyOf(bindings) !== keyOf(user.bindings);
  const lastOperator = failure instanceof ProblemError && failure.problem.code === "last-operator";

  async function save() {
    setBusy(true);
    setFailure(undefined);
    try {
      await (everywhere ? saveAll(user.name, bindings) : saveEach(user, bindings));
      invalidate(new Set(["people", "events"]));
      toast(p.saved(user.name));
    } catch (error) {
      if (!isFailure(error)) {
        throw error;
      }
      setFailure(error);
    }
    setBusy(false);
  }

  return (
    <div className={styles.editor}>
      {bindings.map((binding, index) => (
        <div key={index} className={styles.line}>
          <Select
            label={p.tenant}
            value={binding.tenant ?? PLATFORM}
            onChange={(next) => set(index, bindingAt(next, binding))}
            options={places.map((name) => ({
              value: name,
              label: name === PLATFORM ? p.platform : <TenantTag name={name} />,
            }))}
          />
          <Select
            label={p.role}
            value={binding.role}
            onChange={(role) => set(index, { ...binding, role })}
            options={rolesAt(binding.tenant ?? PLATFORM).map((role) => ({ value: role, label: t.words.role[role] }))}
          />
          <Button
            look="quiet"
            icon={<X size={14} />}
            aria-label={p.remove(t.words.role[binding.role])}
            onClick={() => setBindings(bindings.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {failure && (
        <p className={keys.error} role="alert">
          {lastOperator ? p.lastOperator : failureText(t, failure)}
        </p>
      )}
      <div className={styles.acts}>
        <Button
          icon={<Plus size={14} />}
          onClick={() => setBindings([...bindings, bindingAt(places[0] ?? PLATFORM, undefined)])}
        >
          {p.add}
        </Button>
        {changed && (
          <Button look="primary" disabled={busy} onClick={() => void save()}>
            {p.save}
          </Button>
        )}
      </div>
    </div>
  );
}

function bindingAt(place: string, before: Binding | undefined): Binding {
  const roles = rolesAt(place);
  const role = before && roles.includes(before.role) ? before.role : (roles[place === PLATFORM ? 1 : 2] ?? "viewer");
  return place === PLATFORM ? { role } : { role, tenant: place };
}

function keyOf(bindings: readonly Binding[]): string {
  return [...new Set(bindings.map(({ role, tenant }) => `${tenant ?? PLATFORM}/${role}`))].sort().join(" ");
}

async function saveAll(principal: string, bindings: readonly Binding[]): Promise<void> {
  await call("put", "/api/v1/users/{principal}/bindings", { path: { principal }, body: { bindings: [...bindings] } });
}

/** A tenant's administrator changes the roles tenant by tenant. */
async function saveEach(user: User, bindings: readonly Binding[]): Promise<void> {
  const of = (tenant: string, all: readonly Binding[]) => all.filter((each) => each.tenant === tenant);
  for (const tenant of new Set([...user.bindings, ...bindings].flatMap((each) => each.tenant ?? []))) {
    const path = { tenant, principal: user.name };
    const roles = [...new Set(of(tenant, bindings).map((each) => each.role))];
    if (keyOf(of(tenant, bindings)) === keyOf(of(tenant, user.bindings))) {
      continue;
    }
    await (roles.length === 0
      ? call("delete", "/api/v1/tenants/{tenant}/members/{principal}", { path })
      : call("put", "/api/v1/tenants/{tenant}/members/{principal}", { path, body: { roles } }));
  }
}
