/**
 * Versions of a document that were sent and are not answered yet, oldest first: the value of its row (in-flight.ts).
 */
import type { Version } from '../../merge/merge';

/** unanswered versions stored per document */
const MAX_VERSIONS = 8;

/** Adds versions that are sent now; one that was sent before is listed once. */
export const withSent = (before: readonly Version[], sent: readonly Version[]): Version[] =>
  [...before.filter(({ rev }) => !sent.some((version) => version.rev === rev)), ...sent].slice(-MAX_VERSIONS);
