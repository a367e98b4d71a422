import { PHASES, type Phase, type Workload } from "../../api/types";
import { navigate, useQueryParameter, withQuery } from "../../app/router";
import type { Sorting } from "../../ui/Table";
import { sortingOf, sortingText } from "../../ui/sorting";

/** What the list shows; all of it is in the URL. */
export interface ListFilter {
  tenant: string | undefined;
  phases: readonly Phase[];
  text: string;
  borrowedOnly: boolean;
  sorting: Sorting | undefined;
}

export function useListFilter() {
  const [tenant] = useQueryParameter("tenant");
  const [phase] = useQueryParameter("phase");
  const [text = ""] = useQueryParameter("q");
  const [borrowed] = useQueryParameter("borrowed");
  const [sort] = useQueryParameter("sort");
  const filter: ListFilter = {
    tenant,
    phases: phasesOf(phase),
    text,
    borrowedOnly: borrowed === "true",
    sorting: sortingOf(sort),
  };
  return { filter, change };
}

/** Changes some of the filter and keeps the rest. */
function change(changes: Partial<Omit<ListFilter, "tenant">>): void {
  const query: Record<string, string | undefined> = {};
  if (changes.phases) {
    query.phase = changes.phases.join(",") || undefined;
  }
  if (changes.text !== undefined) {
    query.q = changes.text || undefined;
  }
  if (changes.borrowedOnly !== undefined) {
    query.borrowed = changes.borrowedOnly ? "true" : undefined;
  }
  if (changes.sorting) {
    query.sort = sortingText(changes.sorting);
  }
  navigate(withQuery(query), { replace: true });
}

/** The phases in a comma list; what is no phase is ignored. */
export function phasesOf(text: string | undefined): Phase[] {
  const named = (text ?? "").split(",");
  return PHASES.filter((phase) => named.includes(phase));
}

/** Whether a workload passes what the server does not filter by: text in name or command, and borrowed. */
export function matches(workload: Workload, filter: Pick<ListFilter, "text" | "borrowedOnly">): boolean {
  if (filter.borrowedOnly && workload.status.placement?.borrowed !== true) {
    return false;
  }
  const wanted = filter.text.trim().toLowerCase();
  return (
    wanted === "" ||
    workload.metadata.name.includes(wanted) ||
    workload.spec.command.some((part) => part.toLowerCase().includes(wanted))
  );
}
