import { expect, test } from 'vitest';
import { csvRow } from './csv';

test('a cell is quoted where necessary, and is never a formula', () => {
  expect(csvRow(['a', 'b,c', 'say "so"', 'two\nlines'])).toBe('a,"b,c","say ""so""","two\nlines"\r\n');
  expect(csvRow(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","y")'])).toBe(
    `'=1+1,'+1,'-1,'@SUM(A1),'\t=1,"'=HYPERLINK(""http://x"",""y"")"\r\n`,
  );
  expect(csvRow(['2001:db8::1', 'a=b', ''])).toBe('2001:db8::1,a=b,\r\n');
});
