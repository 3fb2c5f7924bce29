import { useEffect } from 'react';

type Badging = Navigator & { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> };

/** The number on the installed app's icon, where the browser can (Badging API). */
export function useAppBadge(count: number): void {
  useEffect(() => {
    const badging = navigator as Badging;
    void (count > 0 ? badging.setAppBadge?.(count) : badging.clearAppBadge?.())?.catch(() => undefined);
  }, [count]);
}
