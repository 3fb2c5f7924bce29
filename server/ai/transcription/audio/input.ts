/** Opens a compressed recording for reading packets. */
import { CustomSource, Input, MatroskaInputFormat, Mp3InputFormat, WebMInputFormat } from 'mediabunny';
import type { ByteSource } from './bytes';
import { wholeBlocks } from './whole-blocks';

/** The caller must dispose of the input. */
export async function openInput(file: ByteSource, kind: 'webm' | 'mp3'): Promise<Input> {
  const source = kind === 'webm' ? await wholeBlocks(file) : file;
  return new Input({
    formats: kind === 'mp3' ? [new Mp3InputFormat()] : [new WebMInputFormat(), new MatroskaInputFormat()],
    // Read ahead: a frame has some hundred bytes, and each read opens the blob.
    source: new CustomSource({
      getSize: () => source.size,
      read: (start, end) => source.read(start, end),
      prefetchProfile: 'fileSystem',
      maxCacheSize: 4 * 1024 * 1024,
    }),
  });
}
