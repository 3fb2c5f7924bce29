/**
 * A server with all features over HTTP, and the organization's services on the same database, with which tests create
 * accounts and companies.
 */
import { afterAll, beforeAll } from 'vitest';
import { createOrganization, type Organization } from '../../server/composition';
import { createUser } from '../../server/organization/people/users';
import { createSync, type Sync } from '../../server/sync/sync';
import { newId } from '../../sync/model/ids';
import { serveFeatures, type FeatureServer } from './http-server';
import { createParts, type Parts } from './parts';
import { anyEngine } from './database';

export const PASSWORD = 'Correct-horse-1';

export interface Person {
  id: string;
  email: string;
}

/** Starts the server before the tests of a file and ends it after them. Its fields are set once the tests run. */
export function serveCompanies() {
  const here = {} as { parts: Parts; sync: Sync; helper: Organization; server: FeatureServer; origin: string };
  beforeAll(async () => {
    here.parts = await createParts(anyEngine());
    here.sync = createSync(here.parts.platform, []);
    here.helper = createOrganization(here.parts.platform, here.sync);
    here.server = await serveFeatures(here.parts);
    here.origin = here.server.origin;
  });
  afterAll(async () => {
    await here.server.close();
    here.helper.authenticator.close();
    here.sync.close();
    await here.parts.close();
  });

  const person = async (name: string): Promise<Person> => {
    const email = `${newId()}@example.test`;
    return { id: await createUser(here.parts.platform, { email, name, password: PASSWORD, lang: 'en' }), email };
  };
  const company = async (): Promise<{ id: string; owner: Person; member: Person }> => {
    const [owner, member] = [await person('Olive Owner'), await person('Max Member')];
    const id = await here.helper.service.createCompany({ name: 'Lantern Works', ownerId: owner.id });
    await here.helper.service.addMember(id, { userId: member.id });
    return { id, owner, member };
  };
  return Object.assign(here, { person, company });
}
