/** The interface by which the editor stores and reads images; its screen (use-images.ts) or a test provides it. */
import type { Node } from 'prosemirror-model';
import type { ImageRow } from '../../../sync/engine/host/api';
import { readImage, type ImageAttributes } from '../../../sync/model/note-document';
import type { ShowsImage } from './image-urls';

export const imageOf = (node: Node): ImageAttributes => readImage((name) => node.attrs[name]);

export type ImageWord =
  'unknown' | 'offline' | 'notUploaded' | 'attention' | 'sending' | 'waiting' | 'edit' | 'describe' | 'adding';

/** A pasted image, and the text that it was copied from; '' if that is not known. */
export interface PastedImage {
  id: string;
  from: string;
}

export interface ImageHost {
  /** the text */
  contentId: string;
  words(word: ImageWord, params?: Record<string, unknown>): string;
  /** Prepares and stores a file. Throws PictureError and CallError. */
  add(file: Blob): Promise<{ id: string; width: number; height: number }>;
  /** ids of copies of images that belong to other texts, by id */
  copy(images: PastedImage[]): Promise<Record<string, string>>;
  refused(error: unknown): void;
  show(id: string, on: ShowsImage): () => void;
  rowOf(id: string): ImageRow | undefined;
  /** `changed` is called when the upload of an image changes. Returns the end. */
  watch(id: string, changed: () => void): () => void;
  /** opens the file chooser */
  choose(): void;
  /** opens the description of the image at a position */
  describe(pos: number): void;
}
