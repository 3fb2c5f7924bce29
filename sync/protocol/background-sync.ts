/**
 * Tag of the Background Sync by which the browser starts the service worker when it is online again, so that a question
 * is sent although no window is open (sync/engine/outbox/send-prepared-pushes.ts).
 */
export const QUESTION_SYNC = 'satchel-question';
