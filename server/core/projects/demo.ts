/** Writes the demo's projects in the stored form. */
import { spaceOf } from '../../../sync/model/ids';
import { setProjectAccess } from './access';
import type { PersonKey } from '../../shared/demo-content';
import type { DemoSeed } from '../../shared/demo';
import { DAY } from '../../shared/demo-durations';

export async function writeDemoProjects(seed: DemoSeed): Promise<void> {
  for (const project of seed.projects) await writeProject(seed, project);
  await writeFavourites(seed);
}

/** Adds favourites for each person: their own project and the most recent one that they can open. */
async function writeFavourites({ tx, cast, projects }: DemoSeed): Promise<void> {
  const last = projects.at(-1);
  for (const [key, userId] of Object.entries(cast.people) as [PersonKey, string][]) {
    if (!(await tx.get('preferences', userId))) continue;
    const own = projects.filter(({ content }) => content.owner === key).map(({ id }) => `projects/${id}`);
    const shared = last && last.content.contributors.includes(key) ? [`projects/${last.id}`] : [];
    await tx.put('preferences', userId, { favourites: [...own, ...shared], favouriteOrder: [...own, ...shared] });
  }
}

async function writeProject(
  { platform, tx, cast }: DemoSeed,
  { id, content }: DemoSeed['projects'][number],
): Promise<void> {
  const now = platform.clock.now();
  const { share } = content;
  const doc = {
    title: content.title,
    description: content.description,
    instructions: content.instructions,
    ownerId: cast.people[content.owner],
    contributorUserIds: content.contributors.map((key) => cast.people[key]),
    contributorDepartmentIds: [],
    shareRange: share.range,
    shareUserIds: 'people' in share ? share.people.map((key) => cast.people[key]) : [],
    shareDepartmentIds: 'departments' in share ? share.departments.map((key) => cast.departments[key]) : [],
    webSearchEnabled: true,
    ...(content.isArchived ? { archivedAt: now } : {}),
    createdAt: now - (2 + Math.max(...content.notes.map((n) => n.daysAgo))) * DAY,
  };
  await setProjectAccess(tx, { id, ...doc });
  const lastChange =
    now - Math.min(...content.notes.map((n) => n.daysAgo), ...content.meetings.map((m) => m.daysAgo)) * DAY;
  await tx.put('projects', id, { space: spaceOf('project', id), ...doc }, lastChange);
}
