/**
 * The view of an image in the editor. Plain DOM that changes only with its node and its upload: a keystroke elsewhere
 * does not touch it, and its place has the image's size before the image is there.
 */
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import type { ImageAttributes } from '../../../sync/model/note-document';
import { imageOf, type ImageHost } from './image-host';
import { whenNear } from './image-urls';

export class ImageView implements NodeView {
  readonly dom = document.createElement('figure');
  private readonly image = document.createElement('img');
  private readonly status = document.createElement('span');
  private readonly describe = document.createElement('button');
  private shown: ImageAttributes;
  private problem = '';
  private stopShowing = (): void => {};
  private stopWatching = (): void => {};

  constructor(
    node: Node,
    private readonly view: EditorView,
    private readonly getPos: () => number | undefined,
    private readonly host: ImageHost,
  ) {
    this.shown = imageOf(node);
    this.dom.className = 'note-image';
    this.dom.contentEditable = 'false';
    // the figure is dragged, not the browser's copy of the picture
    this.image.draggable = false;
    this.image.decoding = 'async';
    this.image.loading = 'lazy';
    this.image.addEventListener('load', () => this.render());
    this.status.className = 'note-image-status';
    this.describe.type = 'button';
    this.describe.className = 'note-image-describe focus-ring';
    this.describe.addEventListener('click', () => {
      const pos = this.getPos();
      if (pos !== undefined) this.host.describe(pos);
    });
    this.dom.append(this.image, this.status, this.describe);
    this.start();
  }

  update(node: Node): boolean {
    if (node.type.name !== 'image') return false;
    const next = imageOf(node);
    const isOther = next.imageId !== this.shown.imageId;
    this.shown = next;
    if (isOther) {
      this.stop();
      this.start();
    } else this.render();
    return true;
  }

  selectNode(): void {
    this.dom.classList.add('is-selected');
  }
  deselectNode(): void {
    this.dom.classList.remove('is-selected');
  }
  /** The button is not part of the text; everything else is selected and dragged by the editor. */
  stopEvent(event: Event): boolean {
    return this.describe.contains(event.target as globalThis.Node) && event.type !== 'dragstart';
  }
  ignoreMutation(): boolean {
    return true;
  }
  destroy(): void {
    this.stop();
  }

  private start(): void {
    const { imageId } = this.shown;
    this.problem = '';
    this.stopWatching = imageId ? this.host.watch(imageId, () => this.render()) : () => {};
    this.render();
    if (!imageId) return;
    const stopNear = whenNear(this.dom, () => {
      const end = this.host.show(imageId, {
        ready: (url) => {
          this.problem = '';
          this.image.src = url;
          this.render();
        },
        missing: (reason) => {
          this.problem = reason;
          this.render();
        },
      });
      this.stopShowing = end;
    });
    this.stopShowing = stopNear;
  }

  private stop(): void {
    this.stopShowing();
    this.stopWatching();
    this.image.removeAttribute('src');
  }

  private render(): void {
    const { alt, width, height, imageId } = this.shown;
    const { words } = this.host;
    this.image.alt = alt;
    if (width && height) {
      this.image.width = width;
      this.image.height = height;
    }
    const isHere = this.image.hasAttribute('src');
    this.dom.dataset['state'] = isHere ? 'shown' : imageId && !this.problem ? 'loading' : 'missing';
    const row = this.host.rowOf(imageId);
    const text = !isHere
      ? imageId === ''
        ? words('unknown')
        : this.problem === 'offline'
          ? words('offline')
          : this.problem
            ? words('notUploaded')
            : ''
      : row?.state === 'attention'
        ? words('attention')
        : row?.state === 'onDevice'
          ? row.sent > 0
            ? words('sending', { percent: Math.round(row.sent * 100) })
            : words('waiting')
          : '';
    // a status without a picture also says what the picture shows
    this.status.textContent = !isHere && text && alt ? `${alt} · ${text}` : text;
    this.status.hidden = text === '';
    this.describe.textContent = alt ? words('edit') : words('describe');
    this.describe.hidden = !this.view.editable;
  }
}
