import { CircleUserRound, Contrast, KeyRound, Languages, LogOut } from "lucide-react";
import { signOut, useSession } from "../api/session";
import type { System } from "../api/types";
import { serverNow } from "../api/server-clock";
import { setLanguage, useLanguage, useWords } from "../i18n/language";
import { relative } from "../i18n/times";
import { Badge } from "../ui/Badge";
import { Button } from "../ui/Button";
import { Mark } from "../ui/Mark";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from "../ui/Menu";
import { toast } from "../ui/Toast";
import { Tooltip } from "../ui/Tooltip";
import { PaletteButton } from "../palette/PaletteButton";
import { TenantSwitcher } from "./TenantSwitcher";
import styles from "./TopBar.module.css";
import { navigate, to } from "./router";
import { THEMES, setTheme, useTheme } from "./theme";

export function TopBar({ system }: { system: System | undefined }) {
  const t = useWords();
  return (
    <header className={styles.bar}>
      <span className={styles.mark}>
        <Mark />
      </span>
      <TenantSwitcher />
      <div className={styles.right}>
        {system?.tenantsIsolated === false && (
          <Tooltip tip={t.frame.notIsolatedMeans}>
            <button type="button" className={styles.notice}>
              <Badge tone="amber">
                <span className={styles.long}>{t.frame.notIsolated}</span>
                <span className={styles.brief}>!</span>
              </Badge>
            </button>
          </Tooltip>
        )}
        {system?.simulated && (
          <Tooltip tip={t.frame.simulatedMeans}>
            <button type="button" className={styles.notice}>
              <Badge tone="dotted">{t.frame.simulated}</Badge>
            </button>
          </Tooltip>
        )}
        <PaletteButton />
        <LanguageButton />
        <ThemeMenu />
        <AccountMenu />
      </div>
    </header>
  );
}

/** Two languages: one press shows the other. */
export function LanguageButton() {
  const t = useWords();
  const language = useLanguage();
  return (
    <Button
      look="quiet"
      icon={<Languages size={16} />}
      lang={language === "en" ? "zh-CN" : "en"}
      onClick={() => void setLanguage(language === "en" ? "zh" : "en")}
    >
      {t.frame.otherLanguage}
    </Button>
  );
}

export function ThemeMenu() {
  const t = useWords();
  return (
    <Menu
      trigger={<Button look="quiet" aria-label={t.frame.theme} title={t.frame.theme} icon={<Contrast size={16} />} />}
    >
      <MenuLabel>{t.frame.theme}</MenuLabel>
      <MenuChoice
        value={useTheme()}
        onChange={setTheme}
        options={THEMES.map((theme) => ({ value: theme, label: t.frame.themes[theme] }))}
      />
    </Menu>
  );
}

/** Leaves; where the server can't be told, says so and stays: the session would go on. */
async function leave(otherwise: string): Promise<void> {
  try {
    await signOut();
  } catch {
    toast(otherwise);
  }
}

function AccountMenu() {
  const t = useWords();
  const session = useSession();
  return (
    <Menu
      trigger={
        <Button
          look="quiet"
          aria-label={`${t.frame.account}: ${session.principal}`}
          title={session.principal}
          icon={<CircleUserRound size={16} />}
        />
      }
    >
      <div className={styles.account}>
        <strong>{session.displayName ?? session.principal}</strong>
        {session.displayName !== undefined && <span>{session.principal}</span>}
        {session.bindings.map((binding) => (
          <span key={`${binding.role} ${binding.tenant ?? ""}`}>
            {t.words.role[binding.role]}
            {binding.tenant === undefined ? t.frame.onPlatform : t.frame.in(binding.tenant)}
          </span>
        ))}
        {session.expiresAt !== undefined && (
          <span>{t.frame.expires(relative(t.words.units, Date.parse(session.expiresAt), serverNow()))}</span>
        )}
      </div>
      <MenuLine />
      <MenuItem icon={<KeyRound size={14} />} onSelect={() => navigate(to.account)}>
        {t.frame.yourAccount}
      </MenuItem>
      <MenuItem icon={<LogOut size={14} />} onSelect={() => void leave(t.problem.unreachable.title)}>
        {t.frame.signOut}
      </MenuItem>
    </Menu>
  );
}
