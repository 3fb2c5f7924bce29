/** Opens a compressed recording for reading packets. */
import { CustomSource, Input, MatroskaInputFormat, Mp3InputFormat, WebMInputFormat } from 'mediabunny';
import type { ByteSource } from './bytes';

/** The caller disposes of it. */
export const openInput = (source: ByteSource, kind: 'webm' | 'mp3'): Input =>
  new Input({
    formats: kind === 'mp3' ? [new Mp3InputFormat()] : [new WebMInputFormat(), new MatroskaInputFormat()],
    // Read ahead: a frame has some hundred bytes, and each read opens the blob.
    source: new CustomSource({
      getSize: () => source.size,
      read: (start, end) => source.read(start, end),
      prefetchProfile: 'fileSystem',
      maxCacheSize: 4 * 1024 * 1024,
    }),
  });
