/** A cookie set by the sign-in for the page that follows it: what this device knows of who is signed in is out of date. */
export const FRESH_SESSION_COOKIE = 'freshSession';
