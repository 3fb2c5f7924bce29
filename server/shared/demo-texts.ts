/** Mentions in the demo's texts: written as `{{person emma}}` or `{{note <title>}}`, before anything has an id. */
import { MENTION_SCHEME, refOf, type MentionKind } from '../../sync/model/mentions';
import type { DemoSeed } from './demo';
import type { DemoMeeting, DemoNote, PersonKey } from './demo-content';
import { DAY, HALF_HOUR } from './demo-durations';

export const writtenAt = ({ daysAgo }: DemoNote, now: number): number => now - daysAgo * DAY;
/** Meetings begin at the half hour. */
export const beginOf = ({ daysAgo }: DemoMeeting, now: number): number =>
  Math.floor((now - daysAgo * DAY) / HALF_HOUR) * HALF_HOUR;

/** The Markdown of a text. Throws for a name that nothing has. */
export function withMentions(text: string, { cast, documents }: Pick<DemoSeed, 'cast' | 'documents'>): string {
  return text.replace(/\{\{(person|note|meeting|project) (.+?)\}\}/g, (_all, kind: MentionKind, name: string) => {
    const id = kind === 'person' ? cast.people[name as PersonKey] : documents[kind].get(name);
    if (!id) throw new Error(`the demo has no ${kind} ${name}`);
    const shown = kind === 'person' ? cast.names[name as PersonKey] : name;
    return `[${shown}](${MENTION_SCHEME}${refOf({ kind, id })})`;
  });
}
