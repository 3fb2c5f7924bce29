/** Checks the picture of an agent by its content; the media type in its data address is not trusted. */
import { refusal } from '../refusals';

const SIGNATURES: Record<string, (bytes: Buffer) => boolean> = {
  png: (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  jpeg: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  webp: (bytes) =>
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
};

/** @param avatar a data address that matches the schema; '' for none. Throws PARAM_ERROR */
export function checkAvatar(avatar: string): void {
  if (avatar === '') return;
  const [, type = '', data = ''] = /^data:image\/(png|jpeg|webp);base64,(.+)$/.exec(avatar) ?? [];
  if (!SIGNATURES[type]?.(Buffer.from(data, 'base64'))) throw refusal('PARAM_ERROR', 'avatar');
}
