import { describe, expect, it } from 'vitest';
import { readProjectForm } from './project-form';

const read = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readProjectForm(form);
};

describe('the form of a project', () => {
  it('accepts a title of 2 to 120 graphemes after cleaning, and an empty description', () => {
    expect(read({ title: ' 　計画　', description: '' })).toMatchObject({
      status: 'success',
      value: { title: '計画', description: '', instructions: '' },
    });
    expect(read({ title: '👩‍👩‍👧'.repeat(120), description: 'x' }).status).toBe('success');
  });
  it('rejects an empty title, one grapheme and 121', () => {
    for (const title of ['', 'あ', '👩‍👩‍👧', 'あ'.repeat(121)]) {
      const submission = read({ title, description: '' });
      expect(submission).toMatchObject({ status: 'error', error: { title: ['PROJECT_TITLE_LENGTH_EXCEEDED'] } });
    }
    expect(read({ title: 'ok', description: 'x'.repeat(2001) })).toMatchObject({
      error: { description: ['descriptionLength'] },
    });
  });
});
