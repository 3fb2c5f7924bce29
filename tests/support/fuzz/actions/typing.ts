/** Words typed into open texts. A killed process ends its editors. */
import * as Y from 'yjs';
import type { OpenText } from '../../../../sync/engine/text/open-text';
import { typed } from '../../typing';
import type { FuzzDevice } from '../fuzz-device';
import type { Act, Hands } from '../act-as-person';

interface Editor {
  text: OpenText;
  doc: Y.Doc;
}

export class Editors {
  private readonly open = new Map<FuzzDevice, Map<string, Editor>>();

  type = async (hands: Hands, device: FuzzDevice): Promise<Act | null> => {
    const content = await hands.any(device, 'noteContents', 'update');
    if (!content) return null;
    const word = hands.word();
    return {
      says: `types ${word} into ${content.id}`,
      run: async () => {
        const life = device.lives;
        const editor = await this.editor(device, content.id);
        if (!editor.text.writable) return;
        const entry = hands.oracle.type({ device: device.name, contentId: content.id, word });
        const { update } = typed(Y.encodeStateAsUpdate(editor.doc), `${word} `);
        Y.applyUpdate(editor.doc, update);
        await editor.text.append(update);
        if (device.lives !== life) return;
        entry.done = true;
        const then = hands.choices.weighted({ goesOn: 4, folds: 3, closes: 3 });
        if (then === 'folds') await editor.text.compact();
        if (then === 'closes') {
          this.of(device).delete(content.id);
          await editor.text.close();
        }
      },
    };
  };

  forget(device: FuzzDevice): void {
    this.open.delete(device);
  }

  async close(device: FuzzDevice): Promise<void> {
    for (const { text } of this.of(device).values()) await text.close();
    this.forget(device);
  }

  private async editor(device: FuzzDevice, contentId: string): Promise<Editor> {
    const of = this.of(device);
    const known = of.get(contentId);
    if (known) return known;
    const doc = new Y.Doc();
    const text = await device.api.openText(contentId, (update) => Y.applyUpdate(doc, update));
    Y.applyUpdate(doc, text.state);
    const editor = { text, doc };
    of.set(contentId, editor);
    return editor;
  }

  private of(device: FuzzDevice): Map<string, Editor> {
    let of = this.open.get(device);
    if (!of) this.open.set(device, (of = new Map()));
    return of;
  }
}
