import type { AnchorHTMLAttributes, MouseEvent, Ref } from "react";
import { navigate } from "../app/router";

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link inside the console; with a modifier key or another button the browser does what it always does. */
export function Link({ to, onClick, ...rest }: Props) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        onClick?.(event);
        const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
        if (plain && !event.defaultPrevented) {
          event.preventDefault();
          navigate(to);
        }
      }}
    />
  );
}
