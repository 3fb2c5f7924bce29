/** Writes the earlier states of the demo's notes as the versions of texts are stored. */
import { newId } from '../../../sync/model/ids';
import { stateFromMarkdown } from '../../../sync/merge/note-text';
import { toBase64 } from '../../../sync/merge/yjs';
import { packed } from './record';
import type { DemoSeed } from '../../shared/demo';

const HOUR = 60 * 60 * 1000;

export async function writeDemoVersions({ platform, tx, cast, projects }: DemoSeed): Promise<void> {
  const now = platform.clock.now();
  for (const { id: projectId, content } of projects) {
    const stored = await tx.list('notes', { where: { projectId } });
    for (const note of content.notes) {
      const { id, creatorId } = stored.find(({ title }) => title === note.title)!;
      const changedAt = now - note.daysAgo * 24 * HOUR;
      const row = { company_id: cast.companyId, content_id: id, author_ids: [creatorId] };
      for (const { name = '', hoursBefore, changes } of note.versions ?? []) {
        const at = changedAt - hoursBefore * HOUR;
        const markdown = changes.reduce((text, [present, then]) => {
          if (!text.includes(present)) throw new Error(`the demo’s note does not say: ${present}`);
          return text.replace(present, () => then);
        }, note.markdown);
        await platform.db
          .insertInto('note_version')
          .values({
            ...row,
            id: newId(at),
            state: await packed(toBase64(stateFromMarkdown(markdown))),
            begun_at: at,
            at,
            name,
          })
          .execute();
      }
      if (note.versions)
        await platform.db
          .insertInto('note_version')
          .values({ ...row, id: newId(changedAt), state: null, begun_at: changedAt, at: changedAt })
          .execute();
    }
  }
}
