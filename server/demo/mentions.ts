/** Mentions in the demo's texts: written as `{{person emma}}` or `{{note <title>}}`, before anything has an id. */
import { newId } from '../../sync/model/ids';
import { MENTION_SCHEME, refOf, type MentionKind } from '../../sync/model/mentions';
import { DEMO_ACCOUNTS } from './accounts';
import type { DemoMeeting, DemoNote } from '../shared/demo-content';
import type { DemoDocuments, DemoSeed } from '../shared/demo-seed';
import { DAY, HALF_HOUR } from './durations';

export const writtenAt = ({ daysAgo }: DemoNote, now: number): number => now - daysAgo * DAY;
/** Meetings begin at the half hour. */
export const beginOf = ({ daysAgo }: DemoMeeting, now: number): number =>
  Math.floor((now - daysAgo * DAY) / HALF_HOUR) * HALF_HOUR;

export const documentIds = (projects: DemoSeed['projects'], now: number): DemoDocuments => ({
  note: new Map(
    projects.flatMap(({ content }) =>
      [...content.notes, ...(content.trash ?? [])].map((n) => [n.title, newId(writtenAt(n, now))]),
    ),
  ),
  meeting: new Map(projects.flatMap(({ content }) => content.meetings.map((m) => [m.title, newId(beginOf(m, now))]))),
  project: new Map(projects.map(({ id, content }) => [content.title, id])),
});

/** The Markdown of a text. Throws for a name that nothing has. */
export function withMentions(text: string, { cast, documents }: Pick<DemoSeed, 'cast' | 'documents'>): string {
  return text.replace(/\{\{(person|note|meeting|project) (.+?)\}\}/g, (_all, kind: MentionKind, name: string) => {
    const account = kind === 'person' ? DEMO_ACCOUNTS.find(({ key }) => key === name) : undefined;
    const id = kind === 'person' ? account && cast.people[account.key] : documents[kind].get(name);
    if (!id) throw new Error(`the demo has no ${kind} ${name}`);
    return `[${account?.name ?? name}](${MENTION_SCHEME}${refOf({ kind, id })})`;
  });
}
