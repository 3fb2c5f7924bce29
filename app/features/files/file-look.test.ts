import { expect, it } from 'vitest';
import { typeName } from './file-look';

it.each([
  ['plan.pdf', 'application/pdf', 'PDF'],
  ['parts.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'XLSX'],
  ['plan.pdf', '', 'PDF'],
  ['plan.pdf', 'text/plain', 'PDF (text/plain)'],
  ['plan', 'text/plain', 'text/plain'],
])('the type of %s with the content %s is %s', (title, mimeType, name) => {
  expect(typeName({ title, mimeType })).toBe(name);
});
