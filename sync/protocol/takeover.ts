/** The broadcast channel on which a page tells the replicas of this browser that another version of the app is about to take over. */
export const TAKEOVER_CHANNEL = 'satchel-takeover';
