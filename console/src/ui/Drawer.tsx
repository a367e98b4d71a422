import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useWords } from "../i18n/language";
import { Button } from "./Button";
import styles from "./Drawer.module.css";
import { useReturnFocus } from "./use-return-focus";

interface Props {
  title: ReactNode;
  /** Beside the title's line, e.g. badges. */
  aside?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Details beside the page that they belong to. The page stays usable, so that one can go from row to row; Escape
 * closes. Its URL is the caller's business.
 */
export function Drawer({ title, aside, actions, onClose, children }: Props) {
  const t = useWords();
  const content = useRef<HTMLDivElement>(null);
  const { onCloseAutoFocus } = useReturnFocus();
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content
          ref={content}
          className={styles.drawer}
          aria-describedby={undefined}
          tabIndex={-1}
          onCloseAutoFocus={onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            content.current?.focus();
          }}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <div className={styles.header}>
            <div className={styles.headline}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              <div className={styles.aside}>{aside}</div>
            </div>
            <div className={styles.actions}>
              {actions}
              <Radix.Close asChild>
                <Button look="quiet" aria-label={t.frame.close} icon={<X size={16} />} />
              </Radix.Close>
            </div>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
