import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Link } from "./Link";
import styles from "./Button.module.css";
import { cx } from "./cx";

type Look = "primary" | "plain" | "quiet" | "danger";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button; its words are a verb. Without children it is as wide as its icon and needs an aria-label. */
export function Button({ look = "plain", icon, children, className, type = "button", ...rest }: Props) {
  return (
    <button {...rest} type={type} className={cx(styles.button, styles[look], !children && styles.square, className)}>
      {icon}
      {children}
    </button>
  );
}

/** A link that looks like a button, for what leads to another view. */
export function ButtonLink({
  to,
  look = "plain",
  icon,
  children,
}: {
  to: string;
  look?: Look;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Link to={to} className={cx(styles.button, styles[look])}>
      {icon}
      {children}
    </Link>
  );
}
