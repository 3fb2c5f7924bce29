import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { pictureOf } from './picture';

const icons = fileURLToPath(new URL('../../public/', import.meta.url));
const bytes = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'));
const JPEG = bytes(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
);
const WEBP = bytes('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==');

it('identifies pictures by their bytes', () => {
  const name = readdirSync(icons, { recursive: true })
    .map(String)
    .find((n) => n.endsWith('.png'))!;
  expect(pictureOf(readFileSync(icons + name))).toMatchObject({ type: 'image/png' });
  expect(pictureOf(JPEG)).toEqual({ type: 'image/jpeg', width: 1, height: 1 });
  expect(pictureOf(Buffer.concat([WEBP, Buffer.alloc(8)]))).toEqual({ type: 'image/webp', width: 1, height: 1 });
  expect(pictureOf(Buffer.from('GIF89a\x02\0\x03\0\0\0\0;', 'latin1'))).toEqual({
    type: 'image/gif',
    width: 2,
    height: 3,
  });
});

it('includes frames of a GIF that exceed its screen in the size', () => {
  const gif = (width: string, flags = '\0'): Buffer =>
    Buffer.from(
      `GIF89a\x02\0\x03\0${flags}\0\0${flags === '\0' ? '' : '\0'.repeat(6)}\x21\xfe\x02hi\0\x2c\0\0\0\0\x02\0\x02\0\0\x02\x01\0\0\x2c\0\0\0\0${width}\x02\0\0\x02\0;`,
      'latin1',
    );
  for (const flags of ['\0', '\x80']) {
    expect(pictureOf(gif('\x05\0', flags))).toEqual({ type: 'image/gif', width: 5, height: 3 });
    expect(pictureOf(gif('\x00\xf0', flags))).toBeNull();
  }
});

it('rejects all other content', () => {
  const huge = Uint8Array.from(
    readFileSync(
      icons +
        readdirSync(icons, { recursive: true })
          .map(String)
          .find((n) => n.endsWith('.png'))!,
    ),
  );
  new DataView(huge.buffer).setUint32(16, 100_000);
  for (const content of [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'GIF89a....................................',
    '<html><script>alert(1)</script>',
    '\x89PNG\r\n\x1a\n',
    'RIFF....WEBP',
  ]) {
    expect(pictureOf(Buffer.from(content, 'latin1')), content.slice(0, 20)).toBeNull();
  }
  expect(pictureOf(huge)).toBeNull();
  // within the limit of the sides, but a bitmap of 268 MB
  new DataView(huge.buffer).setUint32(16, 8192);
  new DataView(huge.buffer).setUint32(20, 8192);
  expect(pictureOf(huge)).toBeNull();
  expect(pictureOf(JPEG.subarray(0, 40))).toBeNull();
});
