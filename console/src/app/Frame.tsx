import {
  Bell,
  Boxes,
  ChartColumn,
  Ellipsis,
  Gauge,
  LayoutGrid,
  ListChecks,
  type LucideIcon,
  ReceiptText,
  UserRound,
  Users,
} from "lucide-react";
import type { ReactNode } from "react";
import { useGrowing, useResource } from "../api/cache";
import { alerts, system } from "../api/resources";
import { may, useSession } from "../api/session";
import type { Permission } from "../api/types";
import { useWords } from "../i18n/language";
import { Hidden } from "../ui/Hidden";
import { Link } from "../ui/Link";
import { Mark } from "../ui/Mark";
import { Menu, MenuItem } from "../ui/Menu";
import { cx } from "../ui/cx";
import styles from "./Frame.module.css";
import { TopBar } from "./TopBar";
import { type Place, navigate, to, useQueryParameter } from "./router";

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

/** As many stand in a phone's bar; the others are behind "more". */
const ON_PHONE = 4;

interface Area {
  name:
    "overview" | "workloads" | "models" | "usage" | "billing" | "alerts" | "events" | "tenants" | "quotas" | "people";
  path: string;
  icon: LucideIcon;
  here: boolean;
}

/** The areas that somebody may look into; whoever has nothing to do with the platform has quotas, not tenants. */
function areasOf({ page }: Place, mayRead: (permission: Permission) => boolean, onPlatform: boolean): Area[] {
  const area = (name: Area["name"], path: string, icon: LucideIcon, ...pages: Place["page"][]): Area => ({
    name,
    path,
    icon,
    here: pages.includes(page),
  });
  return [
    ...(mayRead("pools.read") ? [area("overview", to.overview, LayoutGrid, "overview")] : []),
    ...(mayRead("workloads.read") ? [area("workloads", to.workloads, ListChecks, "workloads", "submit")] : []),
    ...(mayRead("models.read") ? [area("models", to.models, Boxes, "models", "engines", "playground")] : []),
    ...(mayRead("usage.read") ? [area("usage", to.usage, ChartColumn, "usage", "keys")] : []),
    ...(mayRead("billing.read") ? [area("billing", to.billing, ReceiptText, "billing")] : []),
    ...(mayRead("alerts.read")
      ? [area("alerts", to.alerts, Bell, "alerts", "webhooks", "events")]
      : mayRead("events.read")
        ? [area("events", to.events, Bell, "events")]
        : []),
    ...(mayRead("quotas.read")
      ? [area(onPlatform ? "tenants" : "quotas", to.tenants, onPlatform ? Users : Gauge, "tenants")]
      : []),
    ...(mayRead("members.read") ? [area("people", to.people, UserRound, "people", "invitations")] : []),
  ];
}

/** Where somebody begins: the overview, or for whom it holds nothing the first area that does, else the own account. */
export function useHome(): string {
  const session = useSession();
  const areas = areasOf({ page: "unknown" }, (permission) => may(session, permission), true);
  return areas[0]?.path ?? to.account;
}

function Rail({ place, version }: { place: Place; version: string | undefined }) {
  const t = useWords();
  const session = useSession();
  const [tenant] = useQueryParameter("tenant");
  const at = (pathname: string) =>
    tenant === undefined ? pathname : `${pathname}?tenant=${encodeURIComponent(tenant)}`;
  const shown = areasOf(place, (permission) => may(session, permission), session.permissions.platform.length > 0);
  const home = useHome();
  const firing = useFiring();
  const spare = shown.slice(ON_PHONE);
  const countOf = (area: Area) => (area.name === "alerts" ? firing : 0);
  return (
    <nav className={styles.rail} aria-label={t.frame.navigation}>
      <Link to={at(home)} className={styles.brand} aria-label={t.frame.product}>
        <Mark />
        <span>{t.frame.product}</span>
      </Link>
      <ul className={styles.entries}>
        {shown.map((area, index) => (
          <Entry
            key={area.path}
            area={area}
            to={at(area.path)}
            spare={index >= ON_PHONE && shown.length > ON_PHONE + 1}
            firing={countOf(area)}
          >
            {t.frame[area.name]}
          </Entry>
        ))}
        {spare.length > 1 && (
          <li className={styles.more}>
            <Menu
              trigger={
                <button type="button" className={styles.entry} data-here={spare.some((area) => area.here) || undefined}>
                  <Ellipsis size={16} />
                  <span>{t.frame.more}</span>
                  <Count firing={spare.reduce((sum, area) => sum + countOf(area), 0)} />
                </button>
              }
            >
              {spare.map((area) => (
                <MenuItem key={area.path} icon={<area.icon size={16} />} onSelect={() => navigate(at(area.path))}>
                  {t.frame[area.name]}
                  <Count firing={countOf(area)} />
                </MenuItem>
              ))}
            </Menu>
          </li>
        )}
      </ul>
      {version !== undefined && <p className={styles.version}>{t.frame.version(version)}</p>}
    </nav>
  );
}

/** How many alerts fire that nobody looks after yet, of the tenants that one may see. */
function useFiring(): number {
  const session = useSession();
  const { data } = useGrowing(may(session, "alerts.read") ? alerts(undefined, ["FIRING"]) : null);
  return (data ?? []).filter((alert) => alert.acknowledgedBy === undefined).length;
}

function Count({ firing }: { firing: number }) {
  const t = useWords();
  return firing === 0 ? null : (
    <span className={styles.count}>
      <span aria-hidden>{firing > 99 ? "99+" : firing}</span>
      <Hidden>{t.alerts.unseen(firing)}</Hidden>
    </span>
  );
}

interface EntryProps {
  area: Area;
  to: string;
  spare: boolean;
  firing: number;
  children: string;
}

function Entry({ area, to: url, spare, firing, children }: EntryProps) {
  return (
    <li className={cx(spare && styles.spare)}>
      <Link to={url} className={styles.entry} aria-current={area.here ? "page" : undefined} title={children}>
        <area.icon size={16} />
        <span>{children}</span>
        <Count firing={firing} />
      </Link>
    </li>
  );
}
