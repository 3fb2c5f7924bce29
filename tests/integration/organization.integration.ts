/** Companies, members and departments, and that the replicated `people` equal the tables. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSync, type Sync } from '../../server/sync/sync';
import { createUser } from '../../server/organization/people/users';
import { createOrganization, type Organization } from '../../server/composition';
import type { Actor } from '../../server/platform/context';
import { newId, spaceOf } from '../../sync/model/ids';
import type { Person } from '../../sync/model/kinds/people';
import { describeOnDatabase } from '../support/database';
import { createParts, type Parts } from '../support/parts';

describeOnDatabase('the organization', (engine) => {
  let parts: Parts;
  let sync: Sync;
  let server: Organization;
  const user = (name: string) =>
    createUser(parts.platform, { email: `${newId()}@example.test`, name, lang: 'zh_hant' });
  const actor = (userId: string, companyId: string): Actor => ({
    userId,
    companyId,
    sessionId: 's',
    role: 'member',
    lang: 'en',
  });
  const people = async (userId: string, companyId: string): Promise<Person[]> =>
    (await sync.pull(actor(userId, companyId), 'people', null, 1000)).documents as unknown as Person[];
  const code = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'none',
      (error: { code?: string }) => error.code ?? String(error),
    );

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

  it('shows members and departments to every active member, and to nobody else', async () => {
    const [owner, member, waiting, stranger] = await Promise.all([
      user('Olga Owner'),
      user('Max Member'),
      user('Wanda Waiting'),
      user('Sam Stranger'),
    ]);
    const company = await server.service.createCompany({ name: 'First', ownerId: owner });
    const other = await server.service.createCompany({ name: 'Second', ownerId: stranger });
    await server.service.addMember(company, { userId: member, name: 'Maxim', role: 'admin' });
    await server.service.addMember(company, { userId: waiting, status: 'pending' });
    const parent = await server.departments.create(company, { name: 'Makers' });
    const child = await server.departments.create(company, { name: 'Glass', parentId: parent });
    await server.departments.addMembers(company, [member], child);

    const seen = await people(member, company);
    expect(seen.map((p) => [p.kind, p.name, p.role, p.active, p.departmentIds, p.parentId]).sort()).toEqual(
      [
        ['department', 'Glass', '', true, [], parent],
        ['department', 'Makers', '', true, [], ''],
        ['member', 'Maxim', 'admin', true, [child], ''],
        ['member', 'Olga Owner', 'owner', true, [], ''],
        ['member', 'Wanda Waiting', 'member', false, [], ''],
      ].sort(),
    );
    expect(await people(owner, company)).toHaveLength(5);
    expect(await people(waiting, company)).toEqual([]);
    expect((await people(stranger, other)).map((p) => p.name)).toEqual(['Sam Stranger']);
    expect(await people(stranger, company)).toEqual([]);
    expect(await people(owner, other)).toEqual([]);
  });

  it('creates a personal space and preferences for every active member', async () => {
    const [owner, member, waiting] = await Promise.all([user('Olga Owner'), user('Max Member'), user('Wanda Waiting')]);
    const company = await server.service.createCompany({ name: 'First', ownerId: owner });
    await server.service.addMember(company, { userId: member });
    await server.service.addMember(company, { userId: waiting, status: 'pending' });
    await sync.store.read(company, async (tx) => {
      expect(await tx.roleIn(spaceOf('person', member), member)).toBe('owner');
      expect(await tx.roleIn(spaceOf('person', member), owner)).toBeNull();
      expect(await tx.roleIn(spaceOf('company', company), member)).toBe('viewer');
      expect((await tx.get('preferences', member))?.lang).toBe('zh_hant');
      expect(await tx.get('preferences', waiting)).toBeNull();
    });
    expect((await sync.pull(actor(owner, company), 'preferences', null, 10)).documents.map((d) => d.id)).toEqual([
      owner,
    ]);
  });

  it('rejects invalid changes, and leaves no trace of them', async () => {
    const [owner, member] = await Promise.all([user('Olga Owner'), user('Max Member')]);
    const tag = newId().slice(-8);
    const company = await server.service.createCompany({ name: 'First', code: tag, ownerId: owner });
    expect(await code(server.service.createCompany({ name: 'Copy', code: tag, ownerId: member }))).toBe(
      'COMPANY_CODE_DUPLICATED',
    );
    expect(await code(server.service.createCompany({ name: 'X', ownerId: member }))).toBe('PARAM_ERROR');
    expect(await code(server.service.createCompany({ name: 'Eleven', code: '12345678901', ownerId: member }))).toBe(
      'PARAM_ERROR',
    );
    expect(await code(server.service.createCompany({ name: 'Nobody’s', ownerId: newId() }))).toBe('USER_NOT_FOUND');
    expect(
      await parts.platform.db
        .selectFrom('companies')
        .select('name')
        .where('name', 'in', ['Copy', 'X', 'Eleven', 'Nobody’s'])
        .execute(),
    ).toEqual([]);
    await server.service.addMember(company, { userId: member });
    expect(await code(server.service.addMember(company, { userId: member }))).toBe('USER_ALREADY_IN_COMPANY');
    const makers = await server.departments.create(company, { name: 'Makers', code: 'M' });
    expect(await code(server.departments.create(company, { name: 'Makers' }))).toBe('DEPARTMENT_NAME_DUPLICATED');
    await server.departments.create(company, { name: 'Makers', parentId: makers });
    expect(await code(server.departments.create(company, { name: 'Others', code: 'M' }))).toBe(
      'DEPARTMENT_CODE_DUPLICATED',
    );
    expect(await code(server.departments.create(company, { name: 'Others', parentId: newId() }))).toBe(
      'DEPARTMENT_NOT_FOUND',
    );
    expect(await code(server.departments.addMembers(company, [newId()], makers))).toBe('USER_COMPANY_NOT_FOUND');
    expect(await code(server.departments.addMembers(company, [member], newId()))).toBe('DEPARTMENT_NOT_FOUND');
    expect(
      await code(
        createUser(parts.platform, {
          email: (
            await parts.platform.db
              .selectFrom('users')
              .select('email')
              .where('id', '=', owner)
              .executeTakeFirstOrThrow()
          ).email.toUpperCase(),
          name: 'Copy Cat',
          lang: 'en',
        }),
      ),
    ).toBe('USER_EMAIL_DUPLICATED');
    expect(
      await code(
        createUser(parts.platform, {
          email: 'short@example.test',
          name: 'Short Password',
          password: 'abc',
          lang: 'en',
        }),
      ),
    ).toBe('PARAM_ERROR');
  });

  it('keeps members of one company out of departments of another', async () => {
    const [one, two] = await Promise.all([user('One Owner'), user('Two Owner')]);
    const first = await server.service.createCompany({ name: 'First', ownerId: one });
    const second = await server.service.createCompany({ name: 'Second', ownerId: two });
    const foreign = await server.departments.create(second, { name: 'Theirs' });
    expect(await code(server.departments.addMembers(first, [one], foreign))).toBe('DEPARTMENT_NOT_FOUND');
    expect(await code(server.departments.create(first, { name: 'Ours', parentId: foreign }))).toBe(
      'DEPARTMENT_NOT_FOUND',
    );
  });

  it('notifies features that share with departments, inside the same transaction', async () => {
    const owner = await user('Olga Owner');
    const company = await server.service.createCompany({ name: 'First', ownerId: owner });
    const department = await server.departments.create(company, { name: 'Makers' });
    const changed: (readonly string[])[] = [];
    server.departments.onChange(async (tx, ids) => {
      expect((await tx.get('people', owner))?.departmentIds).toEqual([department]);
      changed.push(ids);
    });
    await server.departments.addMembers(company, [owner], department);
    expect(changed).toEqual([[department]]);
  });
});
