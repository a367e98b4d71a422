import { useRef } from "react";

/** Gives the focus back to where it was before something opened, when that something closes. */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    remember: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement && before.current.isConnected) {
        before.current.focus();
      }
    },
  };
}
