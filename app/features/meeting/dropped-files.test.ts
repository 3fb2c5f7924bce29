import { expect, it } from 'vitest';
import { formOfFiles } from './dropped-files';

const file = (name: string, type = ''): File => new File(['x'], name, { type });
const taken = (...files: File[]) => {
  const found = formOfFiles(files);
  return found && [found.mode, ...found.files.map(({ name }) => name)];
};

it('opens the form of calendar files (by name or type) rather than that of recordings', () => {
  expect(taken(file('talk.mp3'), file('Weekly.ICS'), file('invite', 'text/calendar'))).toEqual([
    'calendar',
    'Weekly.ICS',
    'invite',
  ]);
  expect(taken(file('notes.pdf'), file('talk.mp3'))).toEqual(['upload', 'talk.mp3']);
  expect(taken(file('notes.pdf'), file('empty'))).toBeNull();
});
