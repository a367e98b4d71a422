import * as Radix from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
import styles from "./Dialog.module.css";
import { useReturnFocus } from "./use-return-focus";

interface Props {
  title: string;
  onClose: () => void;
  /** The buttons; the harmless one comes first and has the focus. */
  actions: ReactNode;
  children: ReactNode;
}

/** Asked before something is destroyed, and for nothing else. */
export function Dialog({ title, onClose, actions, children }: Props) {
  const { onCloseAutoFocus } = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          className={styles.dialog}
          aria-describedby={undefined}
          role="alertdialog"
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          <div className={styles.body}>{children}</div>
          <div className={styles.actions}>{actions}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
