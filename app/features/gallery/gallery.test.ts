import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const here = new URL('./', import.meta.url);
const ui = new URL('../../ui/', here);

const gallery = readdirSync(here)
  .filter((name) => /^gallery-.*\.tsx$/.test(name))
  .map((name) => readFileSync(new URL(name, here), 'utf8'));

/** The parts that entries name, and those that the gallery imports. */
const named = gallery.flatMap((source) =>
  [...source.matchAll(/parts=\{\[([^\]]*)\]\}/g)].flatMap(([, list]) =>
    [...list!.matchAll(/'([^']+)'/g)].map(([, part]) => part!),
  ),
);
const imported = gallery.flatMap((source) => [...source.matchAll(/from '~\/ui\/([^']+)'/g)].map(([, part]) => part!));

/** Every file of `app/ui` that renders; a `-body` is the part of its neighbour that loads later. */
const parts = readdirSync(ui, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !/-body\.tsx$|\.test\.tsx$/.test(file))
  .map((file) => file.replace(/\.tsx$/, '').replaceAll('\\', '/'));

/** Components that a part exports. */
const exportedBy = (source: string): string[] =>
  [...source.matchAll(/^export (?:default )?(?:async )?(?:function|const|class) ([A-Z]\w*[a-z]\w*)/gm)].map(
    ([, name]) => name!,
  );

/** Components that other parts contain, with the part that shows them. */
const INTERNAL: Record<string, string> = {
  Announcements: 'Combobox',
  Chip: 'Combobox',
  FieldFrame: 'TextField',
  FileChooser: 'FileButton',
  FloatingList: 'Combobox',
  NativeFrame: 'NativeField',
  SubmitDialog: 'FormDialog',
};
/** Parts that are shown by others, which import them. */
const INSIDE = [
  'controls/announcements',
  'controls/chosen-chips',
  'controls/file-chooser',
  'controls/floating-list',
  'controls/native-frame',
  'overlays/float',
  'overlays/lazy-overlay',
  'overlays/submit-dialog',
  'feedback/toaster',
];
/** The route's ComponentsProvider shows it around the gallery. */
const AROUND = ['Toaster'];

const shows = (component: string): boolean => gallery.some((source) => new RegExp(`<${component}\\b`).test(source));

it('every part of app/ui has an entry in the gallery', () => {
  expect(parts.filter((part) => !named.includes(part))).toEqual([]);
});

it('every component that app/ui exports is in the gallery, by itself or within another one', () => {
  const exported = parts.flatMap((part) => exportedBy(readFileSync(new URL(`${part}.tsx`, ui), 'utf8')));
  expect(exported.length).toBeGreaterThan(60);
  expect(exported.filter((name) => !shows(INTERNAL[name] ?? name) && !AROUND.includes(name))).toEqual([]);
  expect(Object.keys(INTERNAL).filter((name) => !exported.includes(name) || shows(name))).toEqual([]);
});

it('every entry names parts that exist, and shows them', () => {
  expect(named.filter((part) => !parts.includes(part))).toEqual([]);
  expect(named.filter((part) => !imported.includes(part) && !INSIDE.includes(part))).toEqual([]);
});
