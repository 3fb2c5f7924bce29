/** The operator on the public legal pages, in five languages, as the server renders them. */
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../sync/model/languages';
import { translatorOf } from '~/i18n/server';
import type { Operator } from '../../../server/platform/config';
import { text } from '../../../tests/support/texts';
import { LegalPage, type LegalText } from './legal-page';

const OPERATOR: Operator = {
  name: 'Lantern & Söhne GmbH',
  address: 'Hafenstr. 1\n20457 Hamburg',
  mail: 'contact@lantern.example',
};
const PAGES: readonly LegalText[] = ['terms', 'privacy', 'commerce', 'contact'];

async function shown(language: Language, of: LegalText, operator: Operator | null): Promise<HTMLElement> {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <I18nextProvider i18n={await translatorOf(language)}>
      <LegalPage of={of} operator={operator} />
    </I18nextProvider>,
  );
  return page;
}
const terms = (page: HTMLElement): string[] => [...page.querySelectorAll('dt')].map((each) => each.textContent);
const say = (language: Language, key: string): string => text('legal', `operator.${key}`, {}, language);

it.each(LANGUAGES)('each legal page names the operator that is configured (%s)', async (language) => {
  for (const of of PAGES) {
    const page = await shown(language, of, OPERATOR);
    expect(terms(page)).toEqual(['name', 'address', 'mail'].map((key) => say(language, key)));
    expect([...page.querySelectorAll('dd')].map((each) => each.textContent)).toEqual([
      OPERATOR.name,
      OPERATOR.address,
      OPERATOR.mail,
    ]);
    expect(page.querySelector('dd a')?.getAttribute('href')).toBe('mailto:contact@lantern.example');
    expect(page.textContent).not.toContain(say(language, 'missing'));
  }
  const whole = await shown(language, 'commerce', { ...OPERATOR, representative: 'Nora Field', register: 'HRB 12345' });
  expect(terms(whole)).toEqual(
    ['name', 'representative', 'address', 'mail', 'register'].map((key) => say(language, key)),
  );
});

it.each(LANGUAGES)('each legal page says that no operator is named where none is configured (%s)', async (language) => {
  for (const of of PAGES) {
    const page = await shown(language, of, null);
    expect(page.textContent).toContain(say(language, 'missing'));
    expect(terms(page)).toEqual([]);
  }
});
