/**
 * Fills an empty installation with a demo company: people, departments, and what each feature's manifest adds (projects,
 * notes and meetings in five languages).
 *
 *   features' bytes into the blob store ─► one transaction: mark · company · people · departments · features' demos
 *
 * The mark limits it to once: projects of the demo that were deleted stay deleted at the next start. A failed seeding
 * rolls back, and the next start tries again.
 */
import { newId } from '../../sync/model/ids';
import type { OrganizationService } from '../organization/companies/organization';
import type { Departments } from '../organization/departments/departments';
import { CallError } from '../../sync/protocol/errors';
import type { SyncStore } from '../sync/store';
import { createUser } from '../organization/people/users';
import type { Platform } from '../platform/context';
import { DEMO_ACCOUNTS, DEMO_COMPANY, DEMO_DEPARTMENTS } from './accounts';
import type { DemoProject } from '../shared/demo-content';
import { boardReview, springRelease } from './content/english';
import { bedsideLamp } from './content/japanese';
import { popUpStore } from './content/korean';
import { eastChina } from './content/simplified-chinese';
import { designExpo } from './content/traditional-chinese';
import {
  prepared,
  type Demo,
  type DemoCast,
  type DemoDocuments,
  type DemoSeed,
  type PreparedDemo,
} from '../shared/demo';
import { beginOf, writtenAt } from '../shared/demo-texts';

export interface DemoParts {
  organization: OrganizationService;
  departments: Departments;
  store: SyncStore;
  /** of the features; they write in this order */
  demos: readonly Demo[];
}

/** The last is the most recent one. */
export const DEMO_PROJECTS: readonly DemoProject[] = [
  boardReview,
  eastChina,
  designExpo,
  popUpStore,
  bedsideLamp,
  springRelease,
];

const MARK = 'demo';
/** each waits up to the lock timeout of 3 s */
const ATTEMPTS = 20;

/**
 * `seeded`: by this call; `present`: by an earlier start; `none`: disabled (SATCHEL_DEMO), or the installation has users already.
 */
export async function seedDemo(platform: Platform, parts: DemoParts): Promise<'seeded' | 'present' | 'none'> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await seedOnce(platform, parts);
    } catch (error) {
      // Another process that started at the same time holds the lock longer than its timeout: look again.
      if (!(error instanceof CallError && error.code === 'DATA_LOCK_FAILED') || attempt === ATTEMPTS) throw error;
    }
  }
}

async function seedOnce(platform: Platform, parts: DemoParts): Promise<'seeded' | 'present' | 'none'> {
  if (!platform.config.demo) return 'none';
  const existing = await platform.db
    .selectFrom('installation_marks')
    .select('name')
    .where('name', '=', MARK)
    .executeTakeFirst();
  if (existing) return 'present';
  if (await platform.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return 'none';

  const demos: PreparedDemo[] = [];
  for (const demo of parts.demos) demos.push(await prepared(demo, platform.clock.now(), DEMO_PROJECTS));
  const blobs = demos.flatMap((demo) => demo.blobs);
  const removeFiles = async (): Promise<void> => {
    for (const { key } of blobs) await platform.blobs.delete(key);
  };
  // before the transaction: it may be a request to S3
  for (const { key, bytes, contentType } of blobs) await platform.blobs.put(key, bytes, { contentType });
  const companyId = newId(platform.clock.now());
  const seeded = await parts.store
    .write(companyId, async (tx) => {
      const mark = await platform.db
        .insertInto('installation_marks')
        .values({ name: MARK, done_at: platform.clock.now() })
        .onConflict((c) => c.doNothing())
        .returning('name')
        .executeTakeFirst();
      // another process seeded it meanwhile
      if (!mark) return false;
      const cast = await makeCompany(platform, parts, companyId);
      const projects = DEMO_PROJECTS.map((content) => ({ id: newId(platform.clock.now()), content }));
      const documents = documentIds(projects, platform.clock.now());
      for (const { write } of demos) await write({ platform, tx, cast, projects, documents });
      return true;
    })
    .catch(async (error: unknown) => {
      await removeFiles();
      throw error;
    });
  if (!seeded) await removeFiles();
  return seeded ? 'seeded' : 'present';
}

const documentIds = (projects: DemoSeed['projects'], now: number): DemoDocuments => ({
  note: new Map(
    projects.flatMap(({ content }) =>
      [...content.notes, ...(content.trash ?? [])].map((n) => [n.title, newId(writtenAt(n, now))]),
    ),
  ),
  meeting: new Map(projects.flatMap(({ content }) => content.meetings.map((m) => [m.title, newId(beginOf(m, now))]))),
  project: new Map(projects.map(({ id, content }) => [content.title, id])),
});

async function makeCompany(
  platform: Platform,
  { organization, departments }: Pick<DemoParts, 'organization' | 'departments'>,
  companyId: string,
): Promise<DemoCast> {
  const people = {} as Record<keyof DemoCast['people'], string>;
  const names = {} as Record<keyof DemoCast['people'], string>;
  for (const account of DEMO_ACCOUNTS) {
    names[account.key] = account.name;
    people[account.key] = await createUser(platform, {
      email: account.email,
      name: account.name,
      password: account.password,
      lang: account.lang,
    });
    if (account.role === 'owner')
      await organization.createCompany({ ...DEMO_COMPANY, id: companyId, ownerId: people[account.key] });
    else await organization.addMember(companyId, { userId: people[account.key], role: account.role });
  }
  const ids = {} as Record<keyof DemoCast['departments'], string>;
  for (const [key, { parent, ...department }] of Object.entries(DEMO_DEPARTMENTS) as [
    keyof DemoCast['departments'],
    (typeof DEMO_DEPARTMENTS)['product'],
  ][]) {
    ids[key] = await departments.create(companyId, { ...department, ...(parent ? { parentId: ids[parent] } : {}) });
    const members = DEMO_ACCOUNTS.filter((a) => a.departments.includes(key)).map((a) => people[a.key]);
    await departments.addMembers(companyId, members, ids[key]);
  }
  return { companyId, people, names, departments: ids };
}
