import { expect, test } from 'vitest';
import { isSound } from './layout-check';

const project = {
  id: 'p',
  rev: '3-abcdef',
  space: 'project:p',
  updatedAt: 1,
  recency: -1,
  abilities: ['update'],
  title: 'T',
  description: '',
  contributorUserIds: [],
};

test.each([
  ['no revision', { rev: undefined }],
  ['a revision that is a number', { rev: 12 }],
  ['abilities that are none', { abilities: 'update' }],
  ['a title that is a number', { title: 7 }],
  ['a title that is null', { title: null }],
  ['a list that is a text', { contributorUserIds: 'u1' }],
])('a document with %s is damaged', (_, torn) => {
  expect(isSound('projects', project)).toBe(true);
  expect(isSound('projects', { ...project, ...torn })).toBe(false);
});

test('additional, missing or unknown values of another server version are not damage if their types match', () => {
  expect(isSound('projects', { ...project, theme: { hue: 210 }, description: undefined, shareRange: 'planet' })).toBe(
    true,
  );
});
