/** Set by the sign-in for the page that follows it: what this device knows of who is signed in is out of date. */
export const FRESH_SESSION_COOKIE = 'freshSession';
export const freshSessionCookie = (secure: boolean): string => `${FRESH_SESSION_COOKIE}=1; Path=/; Max-Age=300; SameSite=Lax${secure ? '; Secure' : ''}`;
