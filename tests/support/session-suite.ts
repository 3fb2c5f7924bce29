/** People who sign in: for the tests of sessions. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createSync, type Sync } from '../../server/sync/sync';
import { identityCalls } from '../../server/organization/identity/contract';
import { createUser } from '../../server/organization/people/users';
import { createOrganization, type Organization } from '../../server/composition';
import { deviceCalls } from '../../server/organization/sessions/contract';
import { newId } from '../../sync/model/ids';
import { Device, type DeviceOptions } from './caller';
import { createParts, type Parts } from './parts';
import type { Engine } from './database';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const PASSWORD = 'Correct-horse-1';

export interface SessionPerson {
  id: string;
  email: string;
}

/** A server, and a new person with a company for each test. Must be called in a `describe`: it registers hooks. */
export function sessionSuite(engine: Engine) {
  let parts: Parts;
  let sync: Sync;
  let server: Organization;
  let person: SessionPerson & { companyId: string };

  const device = (options?: DeviceOptions): Device => new Device(server, options);
  const makePerson = async (): Promise<SessionPerson> => {
    const email = `p${newId()}@example.test`;
    return {
      id: await createUser(parts.platform, { email, name: 'Ada Byron', password: PASSWORD, lang: 'ja' }),
      email,
    };
  };
  const signIn = async (options?: DeviceOptions, email = person.email): Promise<Device> => {
    const d = device(options);
    await d.call(identityCalls.login, { email, password: PASSWORD });
    return d;
  };

  beforeAll(async () => {
    parts = await createParts(engine);
    sync = createSync(parts.platform, []);
    server = createOrganization(parts.platform, sync);
  });
  afterAll(async () => {
    sync.close();
    server.authenticator.close();
    await parts.close();
  });
  beforeEach(async () => {
    const made = await makePerson();
    person = {
      ...made,
      companyId: await server.service.createCompany({ name: 'Analytical Engines', ownerId: made.id }),
    };
  });

  return {
    get parts() {
      return parts;
    },
    get sync() {
      return sync;
    },
    get server() {
      return server;
    },
    /** the person of the running test */
    get person() {
      return person;
    },
    device,
    makePerson,
    /** Signs in the person of the running test, or another one. */
    signIn,
    /** The row of this device in the list of sessions. */
    row: (d: Device) => d.call(deviceCalls.list, {}).then(({ sessions }) => sessions.find((s) => s.current)!),
  };
}
