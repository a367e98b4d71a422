import { LayoutGrid, ListChecks } from "lucide-react";
import type { ReactNode } from "react";
import { useResource } from "../api/cache";
import { system } from "../api/resources";
import { may, useSession } from "../api/session";
import { useWords } from "../i18n/language";
import { Link } from "../ui/Link";
import { Mark } from "../ui/Mark";
import styles from "./Frame.module.css";
import { TopBar } from "./TopBar";
import { type Place, to, useQueryParameter } from "./router";

/** Rail, top bar and the page between them. */
export function Frame({ place, children }: { place: Place; children: ReactNode }) {
  const t = useWords();
  const { data } = useResource(system);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t.frame.skip}
      </a>
      <Rail place={place} version={data?.version} />
      <TopBar system={data} />
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function Rail({ place, version }: { place: Place; version: string | undefined }) {
  const t = useWords();
  const session = useSession();
  const [tenant] = useQueryParameter("tenant");
  const at = (pathname: string) =>
    tenant === undefined ? pathname : `${pathname}?tenant=${encodeURIComponent(tenant)}`;
  return (
    <nav className={styles.rail} aria-label={t.frame.navigation}>
      <Link to={at(to.overview)} className={styles.brand} aria-label={t.frame.product}>
        <Mark />
        <span>{t.frame.product}</span>
      </Link>
      <ul className={styles.entries}>
        <Entry to={at(to.overview)} here={place.page === "overview"} icon={<LayoutGrid size={16} />}>
          {t.frame.overview}
        </Entry>
        {may(session, "workloads.read") && (
          <Entry
            to={at(to.workloads)}
            here={place.page === "workloads" || place.page === "submit"}
            icon={<ListChecks size={16} />}
          >
            {t.frame.workloads}
          </Entry>
        )}
      </ul>
      {version !== undefined && <p className={styles.version}>{t.frame.version(version)}</p>}
    </nav>
  );
}

function Entry({ to: url, here, icon, children }: { to: string; here: boolean; icon: ReactNode; children: string }) {
  return (
    <li>
      <Link to={url} className={styles.entry} aria-current={here ? "page" : undefined} title={children}>
        {icon}
        <span>{children}</span>
      </Link>
    </li>
  );
}
