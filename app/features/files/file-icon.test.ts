import { expect, it } from 'vitest';
import { otherType, typeName } from './file-icon';

it.each([
  ['plan.pdf', 'application/pdf', 'PDF'],
  ['parts.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'XLSX'],
  ['plan.pdf', '', 'PDF'],
  ['plan.pdf', 'text/plain', 'PDF (text/plain)'],
  ['plan', 'text/plain', 'text/plain'],
])('the type of %s with the content %s is %s', (title, mimeType, name) => {
  expect(typeName({ title, mimeType })).toBe(name);
});

it.each([
  ['plan.pdf', 'text/plain', { content: 'TXT', named: 'PDF' }],
  ['photo.png', 'image/jpeg', { content: 'JPG', named: 'PNG' }],
  ['photo.jpeg', 'image/jpeg', null],
  ['plan.pdf', '', null],
  ['plan', 'text/plain', null],
])('the content of %s with %s is of another type: %j', (title, mimeType, other) => {
  expect(otherType({ title, mimeType })).toEqual(other);
});
