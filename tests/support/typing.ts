/** Typing without an editor. */
import * as Y from 'yjs';
import { NOTE_FRAGMENT, NOTE_NODES } from '../../sync/model/note-document';

/** An update that writes words into a text with the state `state`, and the state after it. */
export function typed(state: Uint8Array, words: string, at = 0): { update: Uint8Array; state: Uint8Array } {
  const doc = new Y.Doc();
  if (state.byteLength > 0) Y.applyUpdate(doc, state);
  let update: Uint8Array = new Uint8Array();
  doc.on('update', (u: Uint8Array) => {
    update = u;
  });
  const fragment = doc.getXmlFragment(NOTE_FRAGMENT);
  if (fragment.length === 0) {
    doc.transact(() => {
      const paragraph = new Y.XmlElement(NOTE_NODES.block);
      paragraph.setAttribute('kind', 'paragraph');
      paragraph.insert(0, [new Y.XmlText(words)]);
      fragment.insert(0, [paragraph]);
    });
  } else {
    ((fragment.get(0) as Y.XmlElement).get(0) as Y.XmlText).insert(at, words);
  }
  return { update, state: Y.encodeStateAsUpdate(doc) };
}
