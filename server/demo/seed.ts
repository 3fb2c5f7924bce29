/**
 * Fills an empty installation with a demo company: people, departments, and what each feature's manifest adds (projects, notes and
 * meetings in five languages).
 *
 *   audio into the blob store ─► one writing transaction: mark · company · people · departments · features' demos ─► commit
 *
 * The mark limits it to once: projects of the demo that were deleted stay deleted at the next start. A failed seeding rolls back, and
 * the next start tries again.
 */
import { newId } from '../../sync/model/ids';
import type { OrganizationService } from '../organization/companies/organization';
import type { Departments } from '../organization/departments/departments';
import { CallError } from '../../sync/protocol/errors';
import type { SyncStore } from '../sync/store';
import { blobKey } from '../core/uploads/resumable';
import { createUser } from '../organization/people/users';
import type { Platform } from '../platform/context';
import { DEMO_ACCOUNTS, DEMO_COMPANY, DEMO_DEPARTMENTS } from './accounts';
import type { DemoProject } from '../shared/demo-content';
import { boardReview, springRelease } from './content/english';
import { bedsideLamp } from './content/japanese';
import { popUpStore } from './content/korean';
import { eastChina } from './content/simplified-chinese';
import { designExpo } from './content/traditional-chinese';
import { documentIds } from './mentions';
import { DEMO_PICTURE, drawDemoPicture } from './picture';
import { readRecording } from './recording';
import { makeDemoFiles } from './write-files';
import type { DemoCast, DemoSeed, StoredPicture, StoredRecording } from '../shared/demo-seed';

export interface DemoParts {
  organization: OrganizationService;
  departments: Departments;
  store: SyncStore;
  /** each writes its feature's documents, in this order */
  demos: readonly ((seed: DemoSeed) => Promise<void>)[];
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
  const done = await platform.db
    .selectFrom('installation_marks')
    .select('name')
    .where('name', '=', MARK)
    .executeTakeFirst();
  if (done) return 'present';
  if (await platform.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return 'none';

  const recording: StoredRecording = {
    ...(await readRecording('launch-meeting')),
    id: newId(platform.clock.now()),
    uploadId: newId(platform.clock.now()),
  };
  const pictures = makePictures(platform.clock.now());
  const files = await makeDemoFiles(platform.clock.now());
  const blobs = [
    { key: blobKey(recording.uploadId), bytes: recording.bytes, contentType: 'audio/mpeg' },
    ...[...pictures.values()].map(({ uploadId, bytes, type }) => ({
      key: blobKey(uploadId),
      bytes,
      contentType: type,
    })),
    ...files.map(({ uploadId, bytes, mimeType }) => ({ key: blobKey(uploadId), bytes, contentType: mimeType })),
  ];
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
      for (const writeDemo of parts.demos)
        await writeDemo({ platform, tx, cast, projects, documents, recording, pictures, files });
      return true;
    })
    .catch(async (error: unknown) => {
      await removeFiles();
      throw error;
    });
  if (!seeded) await removeFiles();
  return seeded ? 'seeded' : 'present';
}

/** The picture for each note that shows it. */
function makePictures(now: number): ReadonlyMap<string, StoredPicture> {
  const picture = drawDemoPicture();
  const notes = DEMO_PROJECTS.flatMap((project) => project.notes).filter((note) =>
    note.markdown.includes(DEMO_PICTURE),
  );
  return new Map(notes.map(({ title }) => [title, { ...picture, id: newId(now), uploadId: newId(now) }]));
}

async function makeCompany(
  platform: Platform,
  { organization, departments }: Pick<DemoParts, 'organization' | 'departments'>,
  companyId: string,
): Promise<DemoCast> {
  const people = {} as Record<keyof DemoCast['people'], string>;
  for (const account of DEMO_ACCOUNTS) {
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
  return { companyId, people, departments: ids };
}
