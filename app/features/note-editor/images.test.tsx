/** Images in the editor, with a document and without a replica. */
import { NodeSelection } from 'prosemirror-state';
import { expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import type { ImageRow } from '../../../sync/engine/host/api';
import { blocksOfDoc } from '../../../sync/merge/note-blocks';
import { writeHtml } from '../../../sync/merge/note-html';
import { parseMarkdown, writeMarkdown } from '../../../sync/merge/note-markdown';
import { openNoteView } from '../../../tests/support/note-view';
import { flattenHtml } from './flatten-html';
import { ImageRows } from './image-rows';
import type { ShowsImage } from './image-urls';
import type { ImageHost, PastedImage } from './image-host';
import { addFiles, setAlt } from './images';
import { PictureError } from './prepare-image';

function editor(markdown = '') {
  const doc = new Y.Doc();
  const rows = new ImageRows();
  const shown = new Map<string, ShowsImage>();
  let number = 0;
  let hold: Promise<void> | null = null;
  const host = {
    words: (word: string, params: Record<string, unknown> = {}) => [word, ...Object.values(params)].join(' '),
    add: vi.fn(async (file: Blob) => {
      await hold;
      if (file.type !== 'image/png') throw new PictureError('notPicture');
      return { id: `i${(number += 1)}`, width: 640, height: 480 };
    }),
    contentId: 'n1',
    copy: vi.fn((images: PastedImage[]) =>
      Promise.resolve(Object.fromEntries(images.map(({ id }) => [id, `${id}-copy`]))),
    ),
    refused: vi.fn(),
    show: (id: string, on: ShowsImage) => {
      shown.set(id, on);
      return () => shown.delete(id);
    },
    rowOf: rows.rowOf,
    watch: rows.watch,
    choose: vi.fn(),
    describe: vi.fn(),
  } satisfies ImageHost;
  const { note } = openNoteView({ doc, images: host });
  const { view } = note;
  if (markdown) {
    const tr = view.state.tr;
    view.dispatch(tr.insertText('x', 1).delete(1, 2));
    paste({ text: markdown });
  }
  /** Gives the editor what a browser gives it. */
  function paste({ files = [], html = '', text = '' }: { files?: Blob[]; html?: string; text?: string }): Event {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    const clipboardData = {
      files,
      types: [],
      getData: (type: string) => (type === 'text/html' ? html : type === 'text/plain' ? text : ''),
    };
    view.dom.dispatchEvent(Object.assign(event, { clipboardData }));
    return event;
  }
  const drop = (files: Blob[], html = ''): Event => {
    const event = new Event('drop', { bubbles: true, cancelable: true });
    const dataTransfer = {
      files,
      types: ['Files'],
      getData: (type: string) => (type === 'text/html' ? html : ''),
    };
    view.posAtCoords = () => ({ pos: view.state.doc.content.size, inside: -1 });
    view.dom.dispatchEvent(Object.assign(event, { dataTransfer, clientX: 1, clientY: 1 }));
    return event;
  };
  return {
    note,
    view,
    host,
    rows,
    shown,
    paste,
    drop,
    text: () => writeMarkdown(blocksOfDoc(doc)),
    blocks: () => blocksOfDoc(doc),
    pause: () => {
      let go = (): void => {};
      hold = new Promise((resolve) => (go = resolve));
      return go;
    },
  };
}
const png = () => new Blob(['x'], { type: 'image/png' });
const other = () => new Blob(['x'], { type: 'text/plain' });

it('a pasted picture is stored before it is in the text, at its place, which is marked meanwhile', async () => {
  const { view, paste, text, blocks, pause, host } = editor('above');
  const go = pause();
  expect(paste({ files: [png()] }).defaultPrevented).toBe(true);
  expect(view.dom.querySelector('.note-image-adding')?.textContent).toBe('adding');
  expect(text()).toBe('above\n');
  // another person writes above it in the meantime
  view.dispatch(view.state.tr.insertText('far ', 1));
  go();
  await expect.poll(() => text()).toBe('far above\n\n![](image:i1)\n');
  expect(blocks()[1]).toEqual({ type: 'image', imageId: 'i1', alt: '', width: 640, height: 480 });
  await expect.poll(() => view.dom.querySelector('.note-image-adding')).toBeNull();
  expect(host.refused).not.toHaveBeenCalled();
});

it('several dropped files are added in order, and a wrong one is reported and changes nothing', async () => {
  const { drop, text, host } = editor('above');
  expect(drop([png(), other(), png()]).defaultPrevented).toBe(true);
  await expect.poll(() => text()).toBe('above\n\n![](image:i1)\n\n![](image:i2)\n');
  expect(host.refused.mock.calls).toMatchObject([[{ fault: 'notPicture' }]]);
  const alone = editor('above');
  alone.drop([other()]);
  await expect.poll(() => alone.host.refused).toHaveBeenCalledOnce();
  expect(alone.text()).toBe('above\n');
});

it('text is pasted as text where a program also copies a picture of it', () => {
  const { paste, text, host } = editor();
  paste({ files: [png()], html: '<p>A <b>cell</b></p>', text: 'A cell' });
  expect(text()).toBe('A **cell**\n');
  expect(host.add).not.toHaveBeenCalled();
});

it('a picture of another site is never loaded: its description stays, linked to its address', () => {
  const { paste, text, view } = editor();
  paste({
    html: `<p>See <img src="https://spy.example/a.png" alt="a cat" onerror="alert(1)"> and
      <img src="https://spy.example/b.png"><img src="javascript:alert(1)" alt="no"><img src="data:image/png;base64,AA" alt="data"></p>`,
  });
  expect(text()).toContain(
    'See [a cat](https://spy.example/a.png) and [https\\://spy.example/b.png](https://spy.example/b.png)nodata',
  );
  expect([...view.dom.querySelectorAll('img')].filter((img) => img.src !== '')).toEqual([]);
});

it('hostile attributes of a copied image are not taken over', () => {
  const flat = flattenHtml(
    '<img data-image-id="../../etc" alt="x" src="https://spy.example/1"><img data-image-id="ok1" alt="&quot;><script>" onload="alert(1)" width="5" height="bad">',
  );
  const host = document.createElement('template');
  host.innerHTML = flat;
  expect(host.content.querySelectorAll('script,[onload],[src]')).toHaveLength(0);
  expect([...host.content.querySelectorAll('img')].map((img) => img.dataset['imageId'])).toEqual(['ok1']);
});

it('an image copied from another note is pasted, and becomes a copy that belongs to this one', async () => {
  const { paste, text, host } = editor('above');
  paste({ html: writeHtml(parseMarkdown('before\n\n![plan](image:other)\n\nafter')) });
  expect(text()).toContain('![plan](image:other)');
  await expect.poll(() => text()).toContain('![plan](image:other-copy)');
  expect(host.copy).toHaveBeenCalledWith([{ id: 'other', from: '' }]);
});

it('an image dragged from another note becomes a copy, too', async () => {
  const { drop, text, host } = editor('above');
  drop([], writeHtml(parseMarkdown('![plan](image:i7)'), { imagesOf: 'n2' }));
  await expect.poll(() => text()).toContain('![plan](image:i7-copy)');
  expect(host.copy).toHaveBeenCalledWith([{ id: 'i7', from: 'n2' }]);
});

it('a copied image names its note, whose image is copied and no other one', async () => {
  const html = (contentId: string) => writeHtml(parseMarkdown('![plan](image:i7)'), { imagesOf: contentId });
  const { paste, text, host, view } = editor('above');
  paste({ html: html('n2') });
  await expect.poll(() => text()).toContain('![plan](image:i7-copy)');
  expect(host.copy.mock.calls).toEqual([[[{ id: 'i7', from: 'n2' }]]]);
  expect(view.serializeForClipboard(view.state.doc.slice(0)).dom.innerHTML).toContain(
    'data-image-id="i7-copy" data-image-of="n1"',
  );
  // its own one
  paste({ html: html('n1') });
  expect(text()).toContain('![plan](image:i7)');
  // which another note’s image with the same id does not replace
  paste({ html: html('n3') });
  await new Promise((resolve) => setTimeout(resolve));
  expect(host.copy).toHaveBeenCalledOnce();
});

it('shows its upload, says what is missing, and is not drawn again by a keystroke', async () => {
  const { view, rows, shown, paste, note } = editor('above');
  paste({ files: [png()] });
  await expect.poll(() => shown.has('i1')).toBe(true);
  const figure = view.dom.querySelector<HTMLElement>('.note-image')!;
  const status = () => figure.querySelector('.note-image-status')!.textContent;
  const image = figure.querySelector('img')!;
  // its place has its size before it is there
  expect([image.width, image.height, figure.dataset['state']]).toEqual([640, 480, 'loading']);
  shown.get('i1')!.missing('notOnServer');
  expect([status(), figure.dataset['state']]).toEqual(['notUploaded', 'missing']);
  shown.get('i1')!.ready('blob:1');
  expect([status(), image.getAttribute('src')]).toEqual(['', 'blob:1']);
  const row = (state: ImageRow['state'], sent: number): ImageRow => ({ id: 'i1', state, sent, error: '' });
  const said = (
    [
      ['onDevice', 0],
      ['onDevice', 0.4],
      ['attention', 0.4],
      ['onServer', 1],
    ] as const
  ).map(([state, sent]) => {
    rows.set([row(state, sent)]);
    return status();
  });
  expect(said).toEqual(['waiting', 'sending 40', 'attention', '']);

  const seen: MutationRecord[] = [];
  const observer = new MutationObserver((records) => seen.push(...records));
  observer.observe(figure, { attributes: true, childList: true, subtree: true, characterData: true });
  for (const letter of 'typing') view.dispatch(view.state.tr.insertText(letter, 1));
  seen.push(...observer.takeRecords());
  observer.disconnect();
  expect(seen).toEqual([]);
  expect(view.dom.querySelector('.note-image')).toBe(figure);
  note.run(setAlt(view.posAtDOM(figure, 0) - (view.state.doc.nodeAt(view.posAtDOM(figure, 0)) ? 0 : 1), '  A  plan '));
  expect(view.dom.querySelector('.note-image img')?.getAttribute('alt')).toBe('A plan');
});

it('is selected, described and deleted by keys', async () => {
  const { view, host, text, paste } = editor('above');
  paste({ files: [png()] });
  await expect.poll(() => text()).toContain('image:i1');
  let at = -1;
  view.state.doc.forEach((node, pos) => {
    if (node.type.name === 'image') at = pos;
  });
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)));
  expect(view.dom.querySelector('.note-image.is-selected')).not.toBeNull();
  const press = (key: string, more: KeyboardEventInit = {}) =>
    view.dom.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  press('Enter', { ctrlKey: true });
  expect(host.describe).toHaveBeenCalledWith(at);
  press('Backspace');
  expect(text()).toBe('above\n');
});

it('a key after a click acts on the place of the click, also before the browser has reported it', async () => {
  const { view, text, paste } = editor('above');
  paste({ files: [png()] });
  await expect.poll(() => text()).toContain('image:i1');
  view.focus();
  let at = -1;
  view.state.doc.forEach((node, pos) => {
    if (node.type.name === 'image') at = pos;
  });
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)));
  document.getSelection()!.collapse(view.dom.querySelector('p')!.firstChild, 3);
  view.dom.dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true, cancelable: true }));
  expect(text()).toContain('image:i1');
  expect(view.state.selection.from).toBe(4);
});

it('the undo of a deletion keeps the description that was written just before', async () => {
  const { view, note, text, paste } = editor('above');
  paste({ files: [png()] });
  await expect.poll(() => text()).toContain('image:i1');
  let at = -1;
  view.state.doc.forEach((node, pos) => {
    if (node.type.name === 'image') at = pos;
  });
  note.run(setAlt(at, 'A lake'));
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)));
  const press = (key: string, more: KeyboardEventInit = {}) =>
    view.dom.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  press('Backspace');
  expect(text()).not.toContain('image:i1');
  press('z', { ctrlKey: true });
  expect(text()).toContain('![A lake](image:i1)');
});

it('an image that cannot be found is shown as a placeholder with its description', () => {
  const { view } = editor('![a lost plan](image:gone)');
  expect(view.dom.querySelector('.note-image')?.textContent).toContain('edit');
  expect(view.dom.querySelector('.note-image img')?.getAttribute('alt')).toBe('a lost plan');
});

it('is not added where the text may not be edited, or when the editor was closed meanwhile', async () => {
  const { view, host, pause, note } = editor('above');
  const go = pause();
  const adding = addFiles(view, [png()]);
  note.destroy();
  go();
  await adding;
  expect(host.refused).not.toHaveBeenCalled();
});
