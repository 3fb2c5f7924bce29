/**
 * Identifiers. Clients make them, so that a document has its address before the server has seen it.
 */
const ALPHABET = '0123456789abcdefghijkmnopqrstuvwxyz';

/**
 * A new id: 9 characters of time (sorts by creation) and 13 random ones, lower case, safe in paths, file names and ids of elements.
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

export type SpaceKind = 'person' | 'company' | 'project' | 'meeting' | 'article' | 'thread';

/** The name of a space: `<kind>:<id>`. Every document belongs to exactly one. */
export const spaceOf = (kind: SpaceKind, id: string): string => `${kind}:${id}`;

/** Takes a space's name apart. Throws a TypeError for anything else. */
export function parseSpace(space: string): { kind: SpaceKind; id: string } {
  const at = space.indexOf(':');
  if (at < 1) throw new TypeError(`not a space: ${space}`);
  return { kind: space.slice(0, at) as SpaceKind, id: space.slice(at + 1) };
}

/** The id of the shared note of a meeting, in `noteContents`. */
export const meetingNoteId = (meetingId: string): string => `mn_${meetingId}`;
