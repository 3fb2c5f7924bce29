import { expect, it } from 'vitest';
import { FEATURES } from '../app/features';
import { DOCUMENT_NAMESPACES } from '../app/i18n/namespaces';
import { isOfflineNamespace } from './offline-texts';

it('includes the texts of every feature that works offline, also of one that is part of other screens', () => {
  const missing = FEATURES.filter(
    ({ offline, namespace }) =>
      offline === 'workspace' &&
      namespace !== null &&
      !DOCUMENT_NAMESPACES.some((name) => name === namespace) &&
      !isOfflineNamespace(namespace),
  ).map(({ namespace }) => namespace);
  expect(missing).toEqual([]);
});

it.each(['mail', 'job', 'viewer', 'legal', 'account', 'admin'])(
  'leaves out %s, which no screen of the device uses',
  (name) => {
    expect(isOfflineNamespace(name)).toBe(false);
  },
);
