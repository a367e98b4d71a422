import { useState } from "react";

/**
 * Gives the focus back to where it was before something opened, when that something closes. Where that is has to be known
 * before anything inside takes the focus by itself: when it is first rendered.
 */
export function useReturnFocus() {
  const [before] = useState(() => document.activeElement);
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus();
      }
    },
  };
}
