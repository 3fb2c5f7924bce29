import { expect, it } from 'vitest';
import { messageKey } from './server-messages';

it.each([
  ['Limit Exceeded. Please upgrade your package', 'messages.package'],
  ['  dataset not found: 17', 'messages.datasetNotFound'],
  ['Dataset is frozen', 'messages.frozen'],
  ['Not authorized', 'denied'],
  ['You must be logged in to do this', 'denied'],
  ['A sentence that nobody translated', null],
  ['', null],
])('recognises %j by its beginning', (message, key) => expect(messageKey(message)).toBe(key));
