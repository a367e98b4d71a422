import { Link } from "./Link";
import styles from "./SubNav.module.css";

/** The pages of one area, the one that is shown marked. */
export function SubNav({
  label,
  pages,
}: {
  label: string;
  pages: readonly { to: string; label: string; here: boolean }[];
}) {
  return (
    <nav className={styles.nav} aria-label={label}>
      {pages.map((page) => (
        <Link key={page.to} to={page.to} className={styles.page} aria-current={page.here ? "page" : undefined}>
          {page.label}
        </Link>
      ))}
    </nav>
  );
}
