/** Writes the notifications of the demo's people: projects shared with them, and additions to the most recent one. */
import { newId, spaceOf } from '../../../sync/model/ids';
import type { NoticeName } from '../../../sync/model/notices';
import type { DemoSeed } from '../../shared/demo';
import { DAY, HALF_HOUR } from '../../shared/demo-durations';

export async function writeDemoNotifications({ platform, tx, cast, projects }: DemoSeed): Promise<void> {
  const now = platform.clock.now();
  const put = (
    userId: string,
    kind: NoticeName,
    project: DemoSeed['projects'][number],
    { at, read, count }: { at: number; read: boolean; count?: number },
  ) =>
    tx.put(
      'notifications',
      newId(at),
      {
        space: spaceOf('person', userId),
        kind,
        params: { title: project.content.title, ...(count === undefined ? {} : { count }) },
        link: `/project/${project.id}`,
        subjectId: project.id,
        read,
        createdAt: at,
      },
      at,
    );
  const last = projects.at(-1);
  for (const [index, project] of projects.entries())
    for (const key of project.content.contributors)
      await put(cast.people[key], 'projectShared', project, {
        at: now - (projects.length - index) * DAY,
        read: project !== last,
      });
  if (last)
    await put(cast.people[last.content.owner], 'projectChanged', last, { at: now - HALF_HOUR, read: false, count: 5 });
}
