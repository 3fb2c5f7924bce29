/** A server with scripted mail, push service and clock, and one reader, for tests of notifications. */
import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createOrganization, type Organization } from '../../server/composition';
import type { MailRequest } from '../../server/organization/mails/templates';
import { createUser } from '../../server/organization/people/users';
import type { Actor } from '../../server/platform/context';
import type { SafeFetchRequest } from '../../server/platform/http/safe-fetch';
import { notify, type Notice } from '../../server/shared/notify';
import { createSync, type Sync } from '../../server/sync/sync';
import { newId, spaceOf } from '../../sync/model/ids';
import type { Engine } from './database';
import { createParts, type Parts } from './parts';

interface NoticeServer {
  parts: Parts;
  sync: Sync;
  server: Organization;
  companyId: string;
  owner: string;
  /** the reader */
  mia: string;
  /** requests that the scripted push service received */
  received: { address: string; request: SafeFetchRequest }[];
  /** the status of its answers */
  answer: () => number;
}

/** Starts the server before the tests of a file and ends it after them. Its fields are set once the tests run. */
export function serveNotices(engine: Engine) {
  const here = { received: [], answer: () => 201 } as unknown as NoticeServer;
  const user = (name: string) =>
    createUser(here.parts.platform, { email: `${newId()}@example.test`, name, lang: 'en' });
  beforeAll(async () => {
    here.parts = await createParts(engine, { PUBLIC_ORIGIN: 'https://satchel.example' });
    here.sync = createSync(here.parts.platform, []);
    here.server = createOrganization(here.parts.platform, here.sync, {
      safeFetch: (address, request = {}) => {
        here.received.push({ address, request });
        return Promise.resolve({ url: address, status: here.answer(), contentType: undefined, body: Buffer.alloc(0) });
      },
    });
    [here.owner, here.mia] = [await user('Olga Owner'), await user('Mia Tanaka')];
    here.companyId = await here.server.service.createCompany({ name: 'Lantern Works', ownerId: here.owner });
    await here.server.service.addMember(here.companyId, { userId: here.mia });
  });
  afterAll(async () => {
    here.server.jobs.close();
    here.sync.close();
    here.server.authenticator.close();
    await here.parts.close();
  });
  beforeEach(async () => {
    await here.parts.platform.db.deleteFrom('notice_delivery').execute();
    await here.parts.platform.db.deleteFrom('push_subscription').execute();
    await here.parts.platform.db.deleteFrom('push_failure').execute();
    await choose([]);
    here.parts.enqueued.length = 0;
    here.received.length = 0;
    here.answer = () => 201;
  });

  const choose = (
    notices: { id: string; mail: 'now' | 'daily' | 'never'; push: boolean }[],
    timeZone = 'Asia/Tokyo',
  ): Promise<unknown> =>
    here.sync.store.write(here.companyId, (tx) =>
      tx.put('preferences', here.mia, { notices, timeZone, mutedKinds: [] }),
    );
  /** A project that Mia can read. */
  const subject = (): Promise<string> =>
    here.sync.store.write(here.companyId, async (tx) => {
      const id = newId();
      const space = spaceOf('project', id);
      await tx.createSpace(space, { members: [{ userId: here.mia, role: 'viewer' }] });
      const fields = {
        title: 'Subject',
        description: '',
        instructions: '',
        webSearchEnabled: false,
        ownerId: here.owner,
        shareRange: 'customize' as const,
      };
      await tx.put('projects', id, {
        ...fields,
        space,
        shareUserIds: [here.mia],
        shareDepartmentIds: [],
        contributorUserIds: [],
        contributorDepartmentIds: [],
        createdAt: tx.now(),
      } as never);
      return id;
    });
  const tell = async (notice: Partial<Notice> = {}): Promise<boolean> => {
    const subjectId = notice.subjectId ?? (await subject());
    return here.sync.store.write(here.companyId, (tx) =>
      notify(tx, {
        userId: here.mia,
        kind: 'noteShared',
        params: { title: 'Spring release' },
        link: '/project/1',
        ...notice,
        subjectId,
      }),
    );
  };
  const mails = (): MailRequest[] =>
    here.parts.enqueued.filter(({ name }) => name === 'mail').map(({ data }) => data as MailRequest);
  const notices = () =>
    here.sync.store.read(here.companyId, (tx) => tx.list('notifications', { space: spaceOf('person', here.mia) }));
  const session = async (): Promise<string> => {
    const id = newId();
    const now = here.parts.platform.clock.now();
    await here.parts.platform.db
      .insertInto('sessions')
      .values({
        id,
        user_id: here.mia,
        company_id: here.companyId,
        created_at: now,
        last_seen_at: now,
        expires_at: now + 60 * 24 * 60 * 60_000,
      } as never)
      .execute();
    return id;
  };
  const device = async (over: { hasLock?: boolean; endpoint?: string; p256dh?: string } = {}): Promise<string> => {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    const sessionId = await session();
    const actor: Actor = { userId: here.mia, companyId: here.companyId, sessionId, role: 'member', lang: 'en' };
    await here.server.push.subscribe(actor, {
      endpoint: `https://push.example/${newId()}`,
      p256dh: keys.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
      hasLock: false,
      ...over,
    });
    return sessionId;
  };

  return { here, choose, subject, tell, mails, notices, session, device };
}
