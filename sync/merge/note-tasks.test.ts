import { describe, expect, it } from 'vitest';
import { markdownOfState, stateFromMarkdown } from './note-text';
import { withoutTasks, withTasksAtEnd } from './note-tasks';

describe('checklist items at the end of a note', () => {
  it('are added as plain text, without parsing Markdown', () => {
    const state = withTasksAtEnd(stateFromMarkdown('# Plan\n\n- [x] Old'), ['Call *Mei*', '# 1', '見積もり']);
    const text = markdownOfState(state);
    expect(text.startsWith('# Plan\n')).toBe(true);
    expect(markdownOfState(withoutTasks(state, ['Call *Mei*', '# 1', '見積もり']))).toBe('# Plan\n\n- [x] Old\n');
  });

  it('are removed once per text, from the end, unless they were ticked or changed', () => {
    const state = stateFromMarkdown('- [ ] A\n- [ ] B\n- [x] C\n- [ ] A\n- [ ] D, later\n');
    expect(markdownOfState(withoutTasks(state, ['A', 'C', 'D']))).toBe('- [ ] A\n- [ ] B\n- [x] C\n- [ ] D, later\n');
  });

  it('preserve concurrent typing in the rest of the text', () => {
    const state = stateFromMarkdown('Hello');
    expect(markdownOfState(withoutTasks(state, ['A']))).toBe('Hello\n');
  });
});
