/** Reads images of notes for the page: from this device, otherwise from the server; then this device stores them. */
import { pictureOf } from '../../model/picture';
import { NOTE_IMAGE } from '../../model/note-image';
import { NOTE_IMAGE_CONTENT_HEADER, noteImagePath } from '../../protocol/note-images';
import { askForBytes, chunksOf, type BytesMissing } from '../connection/ask-bytes';
import type { Session } from '../connection/session';
import type { Clock } from '../storage/clock';
import type { DeviceDatabase } from '../storage/device-database';
import type { Documents } from '../storage/documents';
import { isUnsentImage } from '../storage/device-rows';
import { isGone } from '../storage/is-gone';
import { deleteImage, findImage, imageBlob, keepSeen } from './image-store';

/** milliseconds until the headers of the response with an image arrive, and until each further chunk of its body */
const ANSWER_MS = 60_000;
/** least milliseconds between two updates of `usedAt` */
const USE_MS = 60_000;

type Answer = { blob: Blob } | BytesMissing;

export interface ImageReaderParts {
  device: DeviceDatabase;
  documents: Pick<Documents, 'get' | 'stored'>;
  session: Pick<Session, 'fetch' | 'renew'>;
  clock: Clock;
  origin: string;
  ended: AbortSignal;
}

/** The bytes of a response; null if its body stalls, is truncated, or is too large for an image. */
async function wholeBody({ body }: Response, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of chunksOf(body, { ms: ANSWER_MS, signal })) {
      length += chunk.length;
      if (length > NOTE_IMAGE.bytes) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

export class ImageReader {
  /** running reads by text and id, shared by screens that show the same image */
  private readonly running = new Map<string, Promise<Answer>>();

  constructor(private readonly parts: ImageReaderParts) {}

  /**
   * Reads an image by its text and its id in it. The same id in another text is another image, and is never returned.
   */
  read(contentId: string, imageId: string): Promise<Answer> {
    const key = `${contentId}/${imageId}`;
    const known = this.running.get(key);
    if (known) return known;
    const answer = this.readOnce(contentId, imageId).finally(() => this.running.delete(key));
    this.running.set(key, answer);
    return answer;
  }

  private async readOnce(contentId: string, imageId: string): Promise<Answer> {
    return (await this.fromDevice(contentId, imageId)) ?? (await this.fromServer(contentId, imageId));
  }

  private async fromDevice(contentId: string, imageId: string): Promise<Answer | null> {
    const { device, documents, clock } = this.parts;
    const image = await findImage(device, contentId, imageId);
    if (!image) return null;
    const { id } = image;
    const isUnsent = isUnsentImage(image) || image.transfer === 'orphan';
    // the person may have lost access to its text
    const isReadable = isUnsent || (await documents.get('noteContents', contentId)) !== null;
    const blob = isReadable ? await imageBlob(device, id) : null;
    if (!blob) {
      // not while the deletion of the text can still be undone
      if (!isUnsent && (isReadable || (await isGone(documents, 'noteContents', contentId))))
        await deleteImage(device, id);
      return null;
    }
    const now = clock.now();
    if (image.usedAt < now - USE_MS) await device.images.update(id, { usedAt: now });
    return { blob };
  }

  private async fromServer(contentId: string, imageId: string): Promise<Answer> {
    const { device, session, clock, origin, ended } = this.parts;
    const response = await askForBytes(session, origin + noteImagePath(contentId, imageId), {
      ms: ANSWER_MS,
      signal: ended,
    });
    if ('missing' in response) return response;
    const bytes = await wholeBody(response, ended);
    const picture = bytes && pictureOf(bytes);
    const isOfText = response.headers.get(NOTE_IMAGE_CONTENT_HEADER) === contentId;
    if (!bytes || !picture || !isOfText) return { missing: 'offline' };
    await keepSeen(device, { contentId, imageId, ...picture }, bytes, clock.now());
    return { blob: new Blob([bytes], { type: picture.type }) };
  }
}
