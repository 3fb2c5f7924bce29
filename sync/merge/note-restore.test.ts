import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { NOTE_FRAGMENT } from '../model/note-document';
import { docOfState } from './note-blocks';
import { restoreText, restoreWithUndo } from './note-restore';
import { markdownOfState, stateFromMarkdown } from './note-text';

const docOf = (markdown: string): Y.Doc => docOfState(stateFromMarkdown(markdown));
const textOf = (doc: Y.Doc): string => markdownOfState(Y.encodeStateAsUpdate(doc)).trim();
/** Two devices with the same text. */
const twoDevices = (markdown: string): [Y.Doc, Y.Doc] => {
  const state = stateFromMarkdown(markdown);
  return [docOfState(state), docOfState(state)];
};
const sync = (a: Y.Doc, b: Y.Doc): void => {
  const [fromA, fromB] = [Y.encodeStateAsUpdate(a), Y.encodeStateAsUpdate(b)];
  Y.applyUpdate(b, fromA);
  Y.applyUpdate(a, fromB);
};
const type = (doc: Y.Doc, block: number, text: string): void =>
  ((doc.getXmlFragment(NOTE_FRAGMENT).get(block) as Y.XmlElement).get(0) as Y.XmlText).insert(0, text);

const BEFORE = `# Plan

- [x] **Bold** and [a link](https://example.test/)
    - below it

> quoted

| a | b |
| --- | --- |
| 1 | 2 |

\`\`\`ts
const x = 1;
\`\`\`

---

End`;

describe('restoring a text', () => {
  it('restores every kind of block', () => {
    const doc = docOf('Nothing of it is left');
    restoreText(doc, docOf(BEFORE), null);
    expect(textOf(doc)).toBe(textOf(docOf(BEFORE)));
  });

  it('preserves unknown elements', () => {
    const from = new Y.Doc();
    const image = new Y.XmlElement('image');
    image.setAttribute('size', { width: 4 } as never);
    from.getXmlFragment(NOTE_FRAGMENT).insert(0, [image]);
    const doc = docOf('text');
    restoreText(doc, from, null);
    const [node] = doc.getXmlFragment(NOTE_FRAGMENT).toArray() as Y.XmlElement[];
    expect([node!.nodeName, node!.getAttribute('size')]).toEqual(['image', { width: 4 }]);
    // restoring an equal text changes nothing
    const state = Y.encodeStateAsUpdate(doc);
    restoreText(doc, from, null);
    expect(Y.encodeStateAsUpdate(doc)).toEqual(state);
  });

  it('merges with concurrent typing in a block that both texts have', () => {
    const [mine, theirs] = twoDevices('first\n\nsecond\n\nthird');
    restoreText(mine, docOf('first\n\nanother\n\nthird'), null);
    type(theirs, 2, 'typed meanwhile, ');
    sync(mine, theirs);
    expect(textOf(mine)).toBe('first\n\nanother\n\ntyped meanwhile, third');
    expect(textOf(theirs)).toBe(textOf(mine));
  });

  it('can be undone without losing what was typed since', () => {
    const doc = docOf('first\n\nsecond');
    const restored = restoreWithUndo(doc, docOf('first\n\nolder'));
    type(doc, 0, 'typed since, ');
    restored.undo();
    expect(textOf(doc)).toBe('typed since, first\n\nsecond');
    restored.end();
  });

  it('gives the wanted text for any two texts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '# d', '- e', '- [ ] f', '---'), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (now, then) => {
        const doc = docOf(now.join('\n\n'));
        const wanted = docOf(then.join('\n\n'));
        restoreText(doc, wanted, null);
        expect(textOf(doc)).toBe(textOf(wanted));
      }),
    );
  });
});
