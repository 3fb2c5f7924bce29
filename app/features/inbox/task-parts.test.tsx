import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import inbox from '../../../locales/en/inbox.json';
import { TaskState } from './task-parts';

test('a wait for a turn is no failure that is tried again', async () => {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ lng: 'en', ns: ['inbox'], resources: { en: { inbox } } });
  const stateOf = (error: string): string => {
    const place = document.createElement('div');
    place.innerHTML = renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <TaskState status="RETRY" error={error} />
      </I18nextProvider>,
    );
    return place.textContent ?? '';
  };
  expect(stateOf('')).toBe('Waiting for its turn');
  expect(stateOf('WEBSITE_TIMEOUT')).toBe('Waiting to try again');
});
