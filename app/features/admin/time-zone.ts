/**
 * The reader's time zone for counts by day: stored in a cookie, since the server does not know it for the first
 * document.
 */
import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

const COOKIE = 'timeZone';

/** Of a request; undefined until the page has set it. */
export function timeZoneOf(request: Request): string | undefined {
  const value = /(?:^|;\s*)timeZone=([^;]*)/.exec(request.headers.get('cookie') ?? '')?.[1];
  try {
    return value ? decodeURIComponent(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Sets it, and reloads the screen's data if they were counted in another zone. */
export function useTimeZone(counted: string): void {
  const { revalidate } = useRevalidator();
  const asked = useRef(false);
  useEffect(() => {
    const mine = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!mine) return;
    document.cookie = `${COOKIE}=${encodeURIComponent(mine)}; path=/admin; max-age=31536000; samesite=lax`;
    if (mine === counted || asked.current) return;
    asked.current = true;
    revalidate();
  }, [counted, revalidate]);
}
