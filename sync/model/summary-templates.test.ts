import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages';
import { templates } from './kinds/templates';
import * as v from 'valibot';
import {
  BUILT_IN_TEMPLATE_IDS,
  builtInTemplate,
  categoryOfBuiltIn,
  isBuiltInTemplate,
  sectionsOf,
  TEMPLATE_CATEGORIES,
  templateTexts,
} from './summary-templates';

it('there are 24 templates, four in each category', () => {
  expect(BUILT_IN_TEMPLATE_IDS).toHaveLength(24);
  expect(new Set(BUILT_IN_TEMPLATE_IDS).size).toBe(24);
  for (const category of TEMPLATE_CATEGORIES)
    expect(BUILT_IN_TEMPLATE_IDS.filter((id) => categoryOfBuiltIn(id) === category)).toHaveLength(4);
});

describe.each([...LANGUAGES])('in %s', (language) => {
  it('every template fits the limits and has its headings', async () => {
    const texts = await templateTexts(language);
    expect(Object.keys(texts.templates).sort()).toEqual([...BUILT_IN_TEMPLATE_IDS].sort());
    expect(Object.keys(texts.categories).sort()).toEqual([...TEMPLATE_CATEGORIES].sort());
    for (const id of BUILT_IN_TEMPLATE_IDS) {
      const { title, content } = (await builtInTemplate(id, language))!;
      expect(v.is(templates.fields.title, title), id).toBe(true);
      expect(v.is(templates.fields.content, content), id).toBe(true);
      expect(sectionsOf(content), id).toEqual(texts.templates[id].sections);
      expect(texts.templates[id].sections.length, id).toBeGreaterThanOrEqual(3);
      expect(content, id).toContain(texts.templates[id].leaveOut);
      expect(content, id).toContain(texts.templates[id].length);
    }
  });

  it('no sentence and no title occurs in two templates', async () => {
    const { templates: all } = await templateTexts(language);
    const titles = Object.values(all).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    // texts about the length may repeat
    const texts = Object.values(all).flatMap(({ purpose, sections, leaveOut }) => [
      purpose,
      leaveOut,
      ...sections.map(({ what }) => what),
    ]);
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });
});

it('texts differ between languages', async () => {
  const purposes = await Promise.all(
    LANGUAGES.map(async (language) => (await templateTexts(language)).templates.talk.purpose),
  );
  expect(new Set(purposes).size).toBe(LANGUAGES.length);
});

it('other ids are not built-in templates', async () => {
  expect(isBuiltInTemplate('constructor')).toBe(false);
  expect(await builtInTemplate('0193c1f2-8f6f-7000-8000-000000000000', 'en')).toBeUndefined();
});

it('headings of a custom template are read from its Markdown', () => {
  expect(sectionsOf('For my team.\n\n# Decisions #\nWho decided.\n\n### To do\n\nTask, person.\n---\nShort.')).toEqual([
    { heading: 'Decisions', what: 'Who decided.' },
    { heading: 'To do', what: 'Task, person.' },
  ]);
  expect(sectionsOf('Write three sentences.')).toEqual([]);
});
