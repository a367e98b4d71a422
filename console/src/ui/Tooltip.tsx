import * as Radix from "@radix-ui/react-tooltip";
import type { ReactNode } from "react";
import styles from "./Tooltip.module.css";

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={250} skipDelayDuration={300}>
    {children}
  </Radix.Provider>
);

/**
 * More about its child, on hover and on focus. The child must be something that takes the keyboard's focus, and holds
 * the words and numbers that the tip is about: the tip stands below it and so covers neither them nor their heading.
 */
export function Tooltip({
  tip,
  side = "bottom",
  children,
}: {
  tip: ReactNode;
  side?: "bottom" | "right";
  children: ReactNode;
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.tip} side={side} sideOffset={6} collisionPadding={12}>
          {tip}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A number or word that says more when it is pointed at or focused; underlined with dots, so that one knows. */
export function Hint({ tip, children }: { tip: ReactNode; children: ReactNode }) {
  return (
    <Tooltip tip={tip}>
      <span className={styles.hint} tabIndex={0} role="note">
        {children}
      </span>
    </Tooltip>
  );
}
