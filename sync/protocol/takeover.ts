/**
 * Broadcast channel on which a page announces to all replica workers that a new service worker is about to activate.
 */
export const TAKEOVER_CHANNEL = 'satchel-takeover';
