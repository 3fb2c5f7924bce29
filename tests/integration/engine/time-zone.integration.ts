/** The zone of a person's digests: set by their first device, followed when that device travels. */
import { expect, test } from 'vitest';
import { synced, until } from '../../support/engine-device';
import { engineSuite } from '../../support/engine-suite';

const suite = engineSuite();

const collections = ['preferences' as const];
const zoneOf = (): unknown => suite.server.doc('preferences', 'u1')?.['timeZone'];
const sent = (): number => suite.server.pushed('preferences').flat().length;

test('is set by the first device, and not by the next one', async () => {
  const preferences = {
    id: 'u1',
    space: 'person:u1',
    lang: 'en',
    recognitionLanguage: 'en',
    favouriteTemplateIds: [],
    favouriteProjectIds: [],
    mutedKinds: [],
    copyFormat: 'text',
    singleKeyShortcuts: true,
    updatedAt: 1,
  };
  suite.server.put('preferences', preferences);
  const first = await suite.device({ collections, timeZone: 'Asia/Kathmandu' });
  await until(first.api, { kind: 'one', collection: 'preferences', id: 'u1' }, (row) => row?.timeZone !== undefined);
  await synced(first.api);
  expect([zoneOf(), sent()]).toEqual(['Asia/Kathmandu', 1]);

  const second = await suite.device({ collections, timeZone: 'Europe/Berlin' });
  await synced(second.api);
  const known = await until(second.api, { kind: 'one', collection: 'preferences', id: 'u1' }, (row) => row !== null);
  expect([known?.timeZone, sent()]).toEqual(['Asia/Kathmandu', 1]);
});
