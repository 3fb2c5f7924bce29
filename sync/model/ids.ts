/** Identifiers. Clients create them, so that a document has its address before the server receives it. */
const ALPHABET = '0123456789abcdefghijkmnopqrstuvwxyz';

/**
 * A new id: 9 base-35 characters of time (ids sort by creation) and 13 random ones; lower case, safe in paths, file
 * names and element ids.
 * @param now milliseconds since the epoch
 */
export function newId(now: number = Date.now()): string {
  let time = '';
  for (let t = now, i = 0; i < 9; i += 1, t = Math.floor(t / 35)) time = ALPHABET[t % 35] + time;
  const bytes = crypto.getRandomValues(new Uint8Array(13));
  let tail = '';
  for (const b of bytes) tail += ALPHABET[b % 35];
  return time + tail;
}

export type SpaceKind = 'person' | 'company' | 'project' | 'meeting' | 'note' | 'article' | 'thread' | 'agent';

/** The name of a space: `<kind>:<id>`. Every document belongs to exactly one space. */
export const spaceOf = (kind: SpaceKind, id: string): string => `${kind}:${id}`;

/** Splits a space's name. Throws a TypeError for an invalid name. */
export function parseSpace(space: string): { kind: SpaceKind; id: string } {
  const at = space.indexOf(':');
  if (at < 1) throw new TypeError(`not a space: ${space}`);
  return { kind: space.slice(0, at) as SpaceKind, id: space.slice(at + 1) };
}

const MEETING_NOTE = 'mn_';
/** Id of the text of a meeting's shared note. */
export const meetingNoteId = (meetingId: string): string => MEETING_NOTE + meetingId;
/** Id of the meeting that a text belongs to; null for the texts of other documents. */
export const meetingOf = (contentId: string): string | null =>
  contentId.startsWith(MEETING_NOTE) ? contentId.slice(MEETING_NOTE.length) : null;

const CANVAS_TEXT = 'cv_';
/** Id of a canvas's text. */
export const canvasTextId = (canvasId: string): string => CANVAS_TEXT + canvasId;

const AGENT_WORK = 'aw_';
/** Id of an agent's work on a question. */
export const agentWorkId = (turnId: string): string => AGENT_WORK + turnId;
/** Id of the question that an agent's work is about. */
export const turnIdOfWork = (workId: string): string => workId.slice(AGENT_WORK.length);

const AGENT_VERSIONS = 'av_';
/** Id of the published versions of an agent. */
export const agentVersionsId = (agentId: string): string => AGENT_VERSIONS + agentId;

const REPORT = 'rp_';
/** Id of the report of a research, by its thread. */
export const reportId = (threadId: string): string => REPORT + threadId;
