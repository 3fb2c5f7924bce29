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

/** parts that are shown by others, which import them */
const INSIDE = [
  'controls/announcements',
  'controls/file-chooser',
  'controls/floating-list',
  'controls/native-frame',
  'overlays/float',
  'overlays/lazy-overlay',
  'overlays/submit-dialog',
  'feedback/toaster',
];

it('every part of app/ui has an entry in the gallery', () => {
  expect(parts.filter((part) => !named.includes(part))).toEqual([]);
});

it('every entry names parts that exist, and shows them', () => {
  expect(named.filter((part) => !parts.includes(part))).toEqual([]);
  expect(named.filter((part) => !imported.includes(part) && !INSIDE.includes(part))).toEqual([]);
});
