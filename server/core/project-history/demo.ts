/** Writes the history of the demo's projects: how its notes and meetings came to be. */
import { newId, spaceOf } from '../../../sync/model/ids';
import type { ProjectEventTable } from './tables';
import type { DemoSeed } from '../../shared/demo';

const DAY = 24 * 60 * 60 * 1000;

export async function writeDemoHistory({ platform, tx, cast, projects }: DemoSeed): Promise<void> {
  const now = platform.clock.now();
  for (const { id: projectId, content } of projects) {
    const ownerId = cast.people[content.owner];
    const stored = [
      ...(await tx.list('notes', { where: { projectId } })).map((note) => ({ ...note, collection: 'notes' as const })),
      ...(await tx.list('meetings', { where: { projectId } })).map((meeting) => ({
        ...meeting,
        collection: 'meetings' as const,
      })),
    ];
    const first = Math.min(now - DAY, ...stored.map(({ createdAt }) => createdAt)) - DAY;
    const project = {
      collection: 'projects' as const,
      subject_id: projectId,
      space_id: spaceOf('project', projectId),
      title: content.title,
    };
    const add = (
      at: number,
      event: Pick<ProjectEventTable, 'collection' | 'subject_id' | 'space_id' | 'title' | 'actor_id' | 'type'>,
      params: object = {},
    ) =>
      platform.db
        .insertInto('project_event')
        .values({
          company_id: cast.companyId,
          id: newId(at),
          project_id: projectId,
          at,
          seq: tx.seq,
          ...event,
          params: JSON.stringify(params) as never,
        })
        .execute();
    await add(first, { ...project, actor_id: ownerId, type: 'added' });
    const ids = content.contributors.map((key) => cast.people[key]);
    if (ids.length > 0)
      await add(first + DAY / 24, { ...project, actor_id: ownerId, type: 'gained' }, { ids, count: ids.length });
    for (const { id, title, space, creatorId, createdAt, collection } of stored)
      await add(createdAt, { collection, subject_id: id, space_id: space, title, actor_id: creatorId, type: 'added' });
  }
}
