import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  childParentOf,
  childrenOf,
  definitionOf,
  inPullOrder,
  isChild,
  isKindName,
  KIND_NAMES,
  KINDS,
  labelOf,
  parentOf,
  textOf,
} from './kinds';
import { STORES } from './stores';

describe('the declarations of kinds', () => {
  it.each(KIND_NAMES)('%s declares its own name, existing parents and existing fields', (kind) => {
    const { name, store, indexes, parents, search, fields, merge } = definitionOf(kind);
    expect(name).toBe(kind);
    expect(Object.keys(merge).sort()).toEqual(Object.keys(fields).sort());
    expect(parents.filter((parent) => !isKindName(parent.kind))).toEqual([]);
    const known = [...Object.keys(fields), 'recency'];
    const used = [
      ...indexes.flatMap(
        (index) => (STORES[store].indexes as Record<string, readonly string[]>)[index] ?? [`no ${index}`],
      ),
      ...parents.flatMap((parent) => ('field' in parent ? [parent.field] : [])),
      ...(search?.fields.map(({ field }) => field) ?? []),
    ];
    expect(used.filter((field) => !known.includes(field))).toEqual([]);
    // the server creates indexes for fields with such names (server/sync/documents.ts)
    expect(parents.filter((parent) => 'field' in parent && !parent.field.endsWith('Id'))).toEqual([]);
    // fields reserved by the storage (sync/engine/storage/stored.ts)
    expect(Object.keys(fields).filter((field) => ['key', 'docKind', 'waits', 'pending'].includes(field))).toEqual([]);
    expect(search?.role ?? 'none').toBe(search ? (isChild(kind) ? 'part' : 'result') : 'none');
  });

  it.each(['en', 'zh_hans', 'zh_hant', 'ja', 'ko'])('have their texts in %s', (language) => {
    const texts = JSON.parse(
      readFileSync(fileURLToPath(new URL(`../../locales/${language}/outbox.json`, import.meta.url)), 'utf8'),
    ) as Record<'kind' | 'collection', Record<string, string>>;
    const untranslated = KIND_NAMES.filter(
      (kind) =>
        !texts.kind[KINDS[kind].label] ||
        KINDS[kind].parents.some((parent) => 'label' in parent && !texts.kind[parent.label!]) ||
        // the outbox shows rejected changes of a kind without a label of its own by the name of its collection
        (KINDS[kind].label !== 'document' && !texts.collection[kind]),
    );
    expect(untranslated).toEqual([]);
  });

  it('order kinds so that parents come before their children', () => {
    for (const kind of KIND_NAMES)
      for (const parent of KINDS[kind].parents.filter((each) => each.kind !== kind))
        expect(KIND_NAMES.indexOf(parent.kind as never), kind).toBeLessThan(KIND_NAMES.indexOf(kind));
  });

  it('give the parent and the children of a document', () => {
    expect(parentOf('noteContents', { id: 'mn_m' })).toEqual(['meetings', 'm']);
    expect(parentOf('noteContents', { id: 'cv_c' })).toEqual(['canvases', 'c']);
    expect(parentOf('noteContents', { id: 'n' })).toEqual(['notes', 'n']);
    expect(parentOf('notes', { id: 'n', projectId: 'p' })).toEqual(['projects', 'p']);
    expect(parentOf('meetings', { id: 'm', projectId: '' })).toBeNull();
    expect(childrenOf('meetings', 'm')).toEqual([
      ['summaries', 'm'],
      ['transcripts', 'm'],
      ['noteContents', 'mn_m'],
    ]);
    expect(childrenOf('projects', 'p')).toEqual([]);
    expect(['mn_m', 'cv_c', 'n'].map((id) => labelOf('noteContents', id))).toEqual(['meetingText', 'canvas', 'note']);
    expect(['mn_m', 'cv_c', 'n'].map((id) => childParentOf('noteContents', id)?.isCreatedByEdit ?? false)).toEqual([
      true,
      false,
      false,
    ]);
    expect([
      textOf('notes', 'n'),
      textOf('meetings', 'm'),
      textOf('noteContents', 'n'),
      textOf('projects', 'p'),
    ]).toEqual(['n', 'mn_m', 'n', null]);
  });

  it('pull lists before texts in an initial sync, and texts before their rows later', () => {
    const [first, later] = [true, false].map((first) => inPullOrder(KIND_NAMES, { first }));
    expect(first!.indexOf('noteContents')).toBeGreaterThan(first!.indexOf('threads'));
    expect(first!.indexOf('people')).toBeLessThan(first!.indexOf('projects'));
    expect(later!.indexOf('noteContents')).toBeLessThan(later!.indexOf('notes'));
    expect(inPullOrder(['notes', 'people'], { first: true })).toEqual(['people', 'notes']);
    for (const order of [first!, later!]) expect(order.slice().sort()).toEqual(KIND_NAMES.slice().sort());
  });
});
