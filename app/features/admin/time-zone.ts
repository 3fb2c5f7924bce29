/** The reader's time zone for what the server counts by days: kept in a cookie, as the server cannot know it at the first document. */
import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

const COOKIE = 'timeZone';

/** Of a request; undefined until the page has said it. */
export function timeZoneOf(request: Request): string | undefined {
  const value = /(?:^|;\s*)timeZone=([^;]*)/.exec(request.headers.get('cookie') ?? '')?.[1];
  try {
    return value ? decodeURIComponent(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Says it, and asks once more where the screen was counted in another. */
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
