/** A cookie set by the sign-in for the next page: this device's record of the session is out of date. */
export const FRESH_SESSION_COOKIE = 'freshSession';
