/** AI providers in the console: wrong input, a test of real settings, saving, the stored key, and removal. */
import { within } from '@testing-library/dom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aiProviderCalls } from '../../server/core/ai-providers/contract';
import { foundCompany, type Company } from '../support/component/companies';
import { openPage, until, type Page } from '../support/component/page';
import { startModelServer, type ModelServer } from '../support/model-server';

const KEY = 'sk-component-4711-abcd';
let company: Company;
let models: ModelServer;
beforeAll(async () => {
  company = await foundCompany('Model Lamps');
  models = await startModelServer({ script: [{ text: 'OK' }] });
});
afterAll(() => models.close());

const say = (page: Page, key: string, params: Record<string, string | number> = {}): string =>
  page.text('admin', `ai.${key}`, params);
const section = (page: Page, capability: string) =>
  within(page.getByRole('region', { name: say(page, `capability.${capability}.title`) }));
const button = (page: Page, capability: string, key: string) => (): HTMLElement =>
  section(page, capability).getByRole('button', { name: say(page, key) });
const save = (page: Page, capability: string) => (): HTMLElement =>
  section(page, capability).getByRole('button', { name: page.text('admin', 'settings.save') });
const field = (page: Page, capability: string, key: string) => (): HTMLInputElement =>
  section(page, capability).getByLabelText(say(page, key));

test('an administrator sets, tests and removes a language model; invalid input is kept with its error', async () => {
  const page = await openPage({ person: company.owner, path: '/admin/settings/ai' });
  await until(() => section(page, 'chat').getByText(new RegExp(say(page, 'inForce.none'))));
  await section(page, 'transcription').findByText(new RegExp(say(page, 'capability.transcription.without')));

  await page.fill(field(page, 'chat', 'address'), 'models.example');
  await page.fill(field(page, 'chat', 'model'), 'scripted');
  await page.press(save(page, 'chat'));
  await until(() => section(page, 'chat').getByText(say(page, 'errors.aiAddressInvalid')));
  expect(field(page, 'chat', 'address')().value).toBe('models.example');

  // a refused key has an error text, and nothing is stored
  models.setScript([{ status: 401 }]);
  await page.fill(field(page, 'chat', 'address'), models.url);
  await page.fill(field(page, 'chat', 'key'), KEY);
  await page.press(button(page, 'chat', 'test'));
  await until(() => section(page, 'chat').getByText(page.text('errors', 'PROVIDER_KEY_REFUSED')));
  expect((await company.call(aiProviderCalls.list, { companyId: company.id })).providers[0]!.own).toBeNull();

  // a test calls the provider, and lists its models with their prices
  models.setScript([{ text: 'OK' }]);
  models.setModels([{ id: 'other' }, { id: 'scripted', pricing: { prompt: '0.0000025', completion: '0.00001' } }]);
  await page.press(button(page, 'chat', 'test'));
  await until(() => section(page, 'chat').getByText(say(page, 'price', { input: '2.5', output: '10' })));
  expect(models.requests.at(-1)).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: 'scripted' } });
  expect(
    section(page, 'chat')
      .getAllByRole('listitem', { hidden: true })
      .map((item) => item.textContent),
  ).toEqual(['other', 'scripted']);

  // the field suggests these models, and accepts other names
  const model = (): HTMLInputElement => section(page, 'chat').getByRole('combobox', { name: say(page, 'model') });
  await until(model);
  expect(model().value).toBe('scripted');
  await page.press(model);
  await page.fill(model, 'oth');
  await page.press(() => page.getByRole('option', { name: 'other' }));
  await until(() => expect(model().value).toBe('other'));
  await page.fill(model, 'scripted');

  await page.press(save(page, 'chat'));
  await until(() => section(page, 'chat').getByText(say(page, 'inForce.own', { model: 'scripted' })));
  await section(page, 'chat').findByText(say(page, 'keyEnds', { end: 'abcd' }));
  expect(field(page, 'chat', 'key')().value).toBe('');
  expect(document.documentElement.outerHTML).not.toContain('4711');

  // after a change of the address the key must be entered again
  await page.fill(field(page, 'chat', 'address'), 'https://elsewhere.example/v1');
  await page.press(save(page, 'chat'));
  await until(() => section(page, 'chat').getByText(say(page, 'errors.aiKeyAgain')));

  await page.press(button(page, 'chat', 'remove'));
  await until(() => section(page, 'chat').getByText(new RegExp(say(page, 'inForce.none'))));
  expect(field(page, 'chat', 'address')().value).toBe('');
});

test('a search service requires a kind and a key, and limits are numbers or empty', async () => {
  const page = await openPage({ person: company.owner, path: '/admin/settings/ai', language: 'ja' });
  await until(() => section(page, 'search').getByText(new RegExp(say(page, 'inForce.none'))));
  await page.press(save(page, 'search'));
  await until(() => section(page, 'search').getByText(say(page, 'errors.PARAM_ERROR')));
  await page.user.selectOptions(section(page, 'search').getByRole('combobox'), 'brave');
  await page.press(save(page, 'search'));
  await until(() => section(page, 'search').getByText(say(page, 'errors.aiKeyNeeded')));

  const limits = () => within(page.getByRole('region', { name: say(page, 'limits.title') }));
  const money = (): HTMLInputElement => limits().getByLabelText(say(page, 'limits.moneyPerDay'));
  const submit = (): HTMLElement => limits().getByRole('button');
  await page.fill(money, 'much');
  await page.press(submit);
  await until(() => limits().getByText(say(page, 'errors.aiLimitInvalid')));
  expect(money().value).toBe('much');
  await page.fill(money, '2,5');
  await page.press(submit);
  await until(() => limits().getByText(page.text('admin', 'settings.saved')));
  expect((await company.call(aiProviderCalls.list, { companyId: company.id })).limits).toEqual({
    tokensPerDay: null,
    tokensPersonPerDay: null,
    moneyPerDay: 2.5,
    moneyPersonPerDay: null,
  });
});
