/** Summary templates: calls, pushes, sharing with the organization, favourites, and what a leaver leaves. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { templateCalls as calls } from '../../server/core/templates/contract';
import { transferTemplates } from '../../server/core/templates/ownership';
import { newId } from '../../sync/model/ids';
import { LIMITS } from '../../sync/model/limits';
import { BUILT_IN_TEMPLATE_IDS } from '../../sync/model/summary-templates';
import { openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';

const draft = { title: 'Shop visit', content: '## Promised\nWhat, by whom.', categoryId: 'communication' as const };

describeOnDatabase('summary templates', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  let zoe: Person;
  beforeAll(async () => {
    core = await openCore(engine);
    [ann, ben, zoe] = core.people('ann', 'ben', 'zoe');
  });
  afterAll(() => core.close());
  const uuidsOf = (page: { list: { uuid: string }[] }): string[] => page.list.map(({ uuid }) => uuid);

  it('built-in ones are listed in the language and by category, twenty a page', async () => {
    expect((await zoe.call(calls.categories, { langType: 'ja' })).list).toHaveLength(6);
    expect((await zoe.call(calls.categories, { categoryType: 2 })).list).toEqual([]);
    const first = await zoe.call(calls.list, { langType: 'ja' });
    expect([first.total, first.list.length, first.pageSize]).toEqual([24, 20, 20]);
    expect(first.list[0]).toMatchObject({ uuid: 'project-progress', title: 'プロジェクト進捗会議', templateType: 1 });
    expect(uuidsOf(await zoe.call(calls.list, { pageNumber: 2 }))).toEqual(BUILT_IN_TEMPLATE_IDS.slice(20));
    expect(uuidsOf(await zoe.call(calls.list, { categoryId: 'learning' }))).toEqual([
      'training',
      'retrospective',
      'talk',
      'onboarding',
    ]);
    expect(await zoe.call(calls.detail, { uuid: 'weekly-meeting', langType: 'ko' })).toMatchObject({
      title: '주간 회의',
      langType: 'ko',
    });
    expect((await zoe.refusal(calls.list, { langType: 'fr' as never })).code).toBe('PARAM_ERROR');
  });

  it('a custom one is its creator’s until it is shared, and only the creator changes it', async () => {
    const { uuid } = await ann.call(calls.create, draft);
    expect(await ann.call(calls.detail, { uuid })).toMatchObject({ ...draft, templateType: 2, shareRange: 'private' });
    expect((await ben.refusal(calls.detail, { uuid })).code).toBe('TEMPLATE_NOT_FOUND');
    expect((await ben.refusal(calls.update, { uuid, ...draft })).code).toBe('TEMPLATE_NOT_FOUND');
    expect(uuidsOf(await ben.call(calls.listCustom, {}))).toEqual([]);

    await ann.call(calls.update, { uuid, ...draft, shareRange: 'team' });
    expect(await ben.call(calls.detail, { uuid })).toMatchObject({ templateType: 3 });
    expect((await ben.call(calls.categories, { categoryType: 2 })).list).toEqual([
      { categoryId: 'communication', name: 'Communication' },
    ]);
    expect((await zoe.refusal(calls.detail, { uuid })).code).toBe('TEMPLATE_NOT_FOUND');
    expect((await ben.refusal(calls.update, { uuid, ...draft, title: 'Mine' })).code).toBe('NO_PERMISSION');
    expect((await ben.refusal(calls.remove, { uuid })).code).toBe('NO_PERMISSION');

    await ann.call(calls.update, { uuid, ...draft, shareRange: 'private' });
    expect((await ben.refusal(calls.detail, { uuid })).code).toBe('TEMPLATE_NOT_FOUND');
    await ann.call(calls.remove, { uuid });
    expect((await ann.refusal(calls.detail, { uuid })).code).toBe('TEMPLATE_NOT_FOUND');
  });

  it('a change without a language or a sharing leaves both as they are', async () => {
    const { uuid } = await ann.call(calls.create, { ...draft, langType: 'ja', shareRange: 'team' });
    const changed = await ann.call(calls.update, { uuid, ...draft, title: 'Shop' });
    expect(changed).toMatchObject({ title: 'Shop', langType: 'ja', shareRange: 'team' });
    expect(await ann.call(calls.update, { uuid, ...draft, langType: 'ko' })).toMatchObject({ langType: 'ko' });
    await ann.call(calls.remove, { uuid });
  });

  it('a device’s template is placed by its sharing, and no device makes a built-in one or another’s', async () => {
    const id = newId();
    const row = {
      ...draft,
      id,
      space: 'person:ann',
      langType: 'en',
      builtIn: false,
      creatorId: 'ann',
      createdAt: 1,
      shareRange: 'team',
    };
    expect(await ann.refused('templates', null, row)).toBe('');
    expect((await ben.sees('templates', id))?.space).toBe('company:c1');
    expect((await ben.sees('templates', id))?.abilities).toEqual([]);
    const seen = (await ann.sees('templates', id))!;
    expect(await ben.refused('templates', seen, { title: 'Taken' })).toBe('NO_PERMISSION');
    expect(await ann.refused('templates', seen, { title: 'Renamed' })).toBe('');
    const other = { ...row, id: newId() };
    expect(await ann.refused('templates', null, { ...other, builtIn: true })).toBe('NO_PERMISSION');
    expect(await ann.refused('templates', null, { ...other, creatorId: 'ben' })).not.toBe('');
    expect(await ann.refused('templates', null, { ...other, space: 'person:ben' })).not.toBe('');
  });

  it('title, content and category are required and bounded', async () => {
    const wrong = async (fields: object): Promise<string> =>
      (await ann.refusal(calls.create, { ...draft, ...fields })).code;
    expect(await wrong({ title: ' ' })).toBe('PARAM_ERROR');
    expect(await wrong({ title: 'x'.repeat(121) })).toBe('PARAM_ERROR');
    expect(await wrong({ content: '\n' })).toBe('PARAM_ERROR');
    expect(await wrong({ content: 'x'.repeat(40_001) })).toBe('PARAM_ERROR');
    expect(await wrong({ categoryId: 'none' })).toBe('PARAM_ERROR');
    expect((await ann.refusal(calls.update, { uuid: 'talk', ...draft })).code).toBe('NO_PERMISSION');
    expect((await ann.refusal(calls.remove, { uuid: newId() })).code).toBe('TEMPLATE_NOT_FOUND');
  });

  it('favourites are kept in the preferences, without what is gone', async () => {
    const { uuid } = await ben.call(calls.create, { ...draft, title: 'Mine' });
    await ben.call(calls.addFavourite, { templateUuid: 'talk' });
    await ben.call(calls.addFavourite, { templateUuid: uuid });
    await ben.call(calls.addFavourite, { templateUuid: 'talk' });
    expect(uuidsOf(await ben.call(calls.favourites, {}))).toEqual([uuid, 'talk']);
    expect((await ben.sees('preferences', 'ben'))?.favouriteTemplateIds).toEqual([uuid, 'talk']);
    expect((await ben.call(calls.detail, { uuid: 'talk' })).isFavourite).toBe(true);
    await ben.call(calls.remove, { uuid });
    expect(uuidsOf(await ben.call(calls.favourites, {}))).toEqual(['talk']);
    // of a template that is gone
    await ben.call(calls.removeFavourite, { templateUuid: uuid });
    await ben.call(calls.removeFavourite, { templateUuid: 'talk' });
    expect((await ben.sees('preferences', 'ben'))?.favouriteTemplateIds).toEqual([]);
    expect((await ben.refusal(calls.addFavourite, { templateUuid: newId() })).code).toBe('TEMPLATE_NOT_FOUND');
    expect((await ben.call(calls.favourites, {})).pageSize).toBe(LIMITS.favouriteTemplates);
  });

  it('the templates of a leaver are the heir’s', async () => {
    const { uuid } = await ben.call(calls.create, draft);
    await core.sync.store.write('c1', (tx) => transferTemplates(tx, { userId: 'ben' }, 'dee'));
    expect(await core.person('dee').call(calls.detail, { uuid })).toMatchObject({ templateType: 2 });
    expect((await ben.refusal(calls.detail, { uuid })).code).toBe('TEMPLATE_NOT_FOUND');
  });
});
