import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createUser } from '../organization/people/users';
import { createParts, type Parts } from '../../tests/support/parts';
import { describeOnDatabase } from '../../tests/support/database';
import { Usage, USE_KEPT_MS } from './usage';
import type { ServiceLimits } from './services';
import '../shared/identity-tables';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describeOnDatabase('the use of services', (engine) => {
  let parts: Parts;
  let usage: Usage;
  const [ann, ben] = ['ann', 'ben'].map((userId) => ({ companyId: 'acme', userId })) as [Consumer, Consumer];
  type Consumer = { companyId: string; userId: string };

  const withLimits = (limits: ServiceLimits): Usage => new Usage(parts.platform, limits);
  const uses = async (): Promise<number> =>
    Number(
      (
        await parts.platform.db
          .selectFrom('service_use')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );
  const tryToUse = (consumer: Consumer, of = usage): Promise<'used' | string> =>
    of.consume(consumer, 'websearch.call').then(
      () => 'used',
      (error: { code: string }) => error.code,
    );

  beforeAll(async () => {
    parts = await createParts(engine);
    await createUser(parts.platform, {
      email: 'ann@example.test',
      name: 'Ann',
      password: 'Correct-horse-1',
      lang: 'en',
    });
    await parts.platform.db
      .insertInto('companies')
      .values(['acme', 'other'].map((id) => ({ id, name: id, created_at: 1, updated_at: 1 })))
      .execute();
    usage = withLimits({});
  });
  afterEach(async () => {
    await parts.platform.db.deleteFrom('service_use').execute();
    await parts.platform.db.deleteFrom('service_limit').execute();
    await parts.platform.db.deleteFrom('service_use_past').execute();
  });
  afterAll(() => parts.close());

  it('counts work once that begins more than once, and again where it is repeated', async () => {
    for (let attempt = 0; attempt < 2; attempt += 1) await usage.consume(ann, 'websearch.call', 'work');
    expect(await uses()).toBe(1);
    await usage.countAgain('other', ['work']);
    await usage.consume(ann, 'websearch.call', 'work');
    expect(await uses()).toBe(1);
    await usage.countAgain('acme', ['work']);
    await usage.countAgain('acme', ['work']);
    const use = await usage.consume(ann, 'websearch.call', 'work');
    expect(await uses()).toBe(2);
    await use.giveBack();
    expect(await uses()).toBe(1);
  });

  it('counts every use, and none of work that failed', async () => {
    await usage.consume(ann, 'websearch.call');
    const use = await usage.consume(ann, 'file.parse');
    await use.giveBack();
    await use.giveBack();
    expect(await uses()).toBe(1);
  });

  it("refuses beyond a person's and a day's limit, and starts again with the next day", async () => {
    const limited = withLimits({ 'websearch.call': { perDay: 3, personPerDay: 2 } });
    expect([await tryToUse(ann, limited), await tryToUse(ann, limited), await tryToUse(ann, limited)]).toEqual([
      'used',
      'used',
      'USER_SERVICE_QUOTA_EXCEEDED',
    ]);
    expect([await tryToUse(ben, limited), await tryToUse(ben, limited)]).toEqual([
      'used',
      'USER_SERVICE_QUOTA_EXCEEDED',
    ]);
    // other services and other organizations have their own
    expect(await limited.consume(ann, 'file.parse')).toBeTruthy();
    expect(await tryToUse({ companyId: 'other', userId: 'ann' }, limited)).toBe('used');
    parts.pass(DAY_MS);
    expect(await tryToUse(ann, limited)).toBe('used');
  });

  it('takes the stricter of the two limits, and a limit that is taken back holds no more', async () => {
    const limited = withLimits({ 'websearch.call': { perDay: 10, personPerDay: null } });
    await limited.setLimit('acme', 'websearch.call', { perDay: 50, personPerDay: 1 });
    expect(await limited.limitOf('acme', 'websearch.call')).toEqual({ perDay: 10, personPerDay: 1 });
    expect([await tryToUse(ann, limited), await tryToUse(ann, limited)]).toEqual([
      'used',
      'USER_SERVICE_QUOTA_EXCEEDED',
    ]);
    await limited.setLimit('acme', 'websearch.call', { perDay: null, personPerDay: null });
    expect(await tryToUse(ann, limited)).toBe('used');
  });

  it('lets one of many simultaneous uses be the last', async () => {
    const limited = withLimits({ 'websearch.call': { perDay: 4, personPerDay: null } });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => tryToUse(i % 2 ? ann : ben, limited)));
    expect(answers.filter((answer) => answer === 'used')).toHaveLength(4);
    expect(await uses()).toBe(4);
  });

  it('replaces old uses by their number, night after night', async () => {
    const past = () =>
      parts.platform.db
        .selectFrom('service_use_past')
        .select(['user_id', 'service', 'uses'])
        .orderBy('user_id')
        .execute();
    for (const consumer of [ann, ann, ben]) await usage.consume(consumer, 'websearch.call');
    parts.pass(USE_KEPT_MS - MINUTE_MS);
    await usage.consume(ann, 'websearch.call');
    await usage.cleanUp();
    expect([await uses(), await past()]).toEqual([4, []]);
    parts.pass(2 * MINUTE_MS);
    await usage.cleanUp();
    expect(await uses()).toBe(1);
    parts.pass(USE_KEPT_MS);
    await usage.cleanUp();
    expect([await uses(), await past()]).toEqual([
      0,
      [
        { user_id: 'ann', service: 'websearch.call', uses: 3 },
        { user_id: 'ben', service: 'websearch.call', uses: 1 },
      ],
    ]);
  });

  it('gives back the room of a use that failed', async () => {
    const limited = withLimits({ 'websearch.call': { perDay: 1, personPerDay: null } });
    const use = await limited.consume(ann, 'websearch.call');
    expect(await tryToUse(ann, limited)).toBe('USER_SERVICE_QUOTA_EXCEEDED');
    await use.giveBack();
    expect(await tryToUse(ann, limited)).toBe('used');
  });

  it('counts work that begins in several processes at the same time once, at the limit too', async () => {
    const limited = withLimits({ 'meeting.transcription': { perDay: 1, personPerDay: null } });
    const begin = () => limited.consume(ann, 'meeting.transcription', 'run/recording').then(() => 'used');
    expect(await Promise.all(Array.from({ length: 8 }, begin))).toEqual(Array<string>(8).fill('used'));
    expect(await uses()).toBe(1);
  });

  it('counts work that begins twice once, beyond a limit too, until it is given back', async () => {
    const limited = withLimits({ 'meeting.transcription': { perDay: 1, personPerDay: null } });
    const begin = (useId: string) => limited.consume(ann, 'meeting.transcription', useId);
    await begin('run/recording');
    await begin('run/recording');
    expect(await uses()).toBe(1);
    await expect(begin('run/another')).rejects.toThrow('USER_SERVICE_QUOTA_EXCEEDED');
    await limited.giveBack('acme', ['run/recording', 'run/unknown']);
    await begin('run/another');
    expect(await uses()).toBe(1);
  });
});
