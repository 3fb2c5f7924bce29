import { expect, it } from 'vitest';
import { drawDemoPicture } from '../../../server/core/notes/demo/picture';
import { PictureError, prepareImage, type PictureTools } from './prepare-image';

const picture = new Uint8Array(drawDemoPicture().bytes);
const blob = (bytes: Uint8Array | string, type = 'image/png'): Blob =>
  new Blob([bytes as Uint8Array<ArrayBuffer> | string], { type });

/** A browser that decodes pictures of this size, and writes these types. */
function browser({
  width = 4000,
  height = 3000,
  writes = ['image/webp', 'image/png', 'image/jpeg'],
  decodes = true,
} = {}) {
  const asked: { type: string; width: number; height: number }[] = [];
  let open = 0;
  const tools: PictureTools = {
    decode: () => {
      if (!decodes) return Promise.reject(new Error('InvalidStateError'));
      open += 1;
      return Promise.resolve({ width, height, close: () => (open -= 1) });
    },
    encode: (_bitmap, size, type) => {
      asked.push({ type, ...size });
      return Promise.resolve(blob('encoded', writes.includes(type) ? type : 'image/png'));
    },
  };
  return { tools, asked, openBitmaps: () => open };
}
const refusal = async (file: Blob, tools = browser().tools): Promise<PictureError | null> => {
  const error: unknown = await prepareImage(file, tools).catch((reason: unknown) => reason);
  return error instanceof PictureError ? error : null;
};
const fault = async (file: Blob, tools = browser().tools): Promise<string> =>
  (await refusal(file, tools))?.fault ?? 'accepted';
const MB = 1024 * 1024;

it('refuses files that are not pictures, damaged, too large, or SVG, regardless of name and type', async () => {
  const none = browser({ decodes: false }).tools;
  expect(await refusal(blob(new Uint8Array(40 * MB)))).toMatchObject({
    fault: 'tooLarge',
    measured: { bytes: 40 * MB, max: 25 * MB },
  });
  expect(await fault(blob('a text that is named .png'), none)).toBe('notPicture');
  expect(await fault(blob(''), none)).toBe('notPicture');
  expect(await fault(blob(picture.subarray(0, 2000)), none)).toBe('damaged');
  for (const svg of [
    blob('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/png'),
    blob('<?xml version="1.0"?>\n<!-- x --><SVG onload="alert(1)"/>', ''),
    blob('anything', 'image/svg+xml'),
  ])
    expect(await fault(svg)).toBe('svg');
  // a small file that expands to a bitmap of gigabytes is not decoded
  const bomb = Uint8Array.from(picture);
  new DataView(bomb.buffer).setUint32(16, 60_000);
  new DataView(bomb.buffer).setUint32(20, 60_000);
  expect(await refusal(blob(bomb))).toMatchObject({
    fault: 'tooManyPixels',
    measured: { width: 60_000, height: 60_000, max: 120_000_000 },
  });
});

it('reduces a photo to 2560 pixels and encodes it again, which removes what the camera wrote', async () => {
  const { tools, asked, openBitmaps } = browser();
  const made = await prepareImage(blob(picture, 'image/jpeg'), tools);
  expect(asked).toEqual([{ type: 'image/webp', width: 2560, height: 1920 }]);
  expect(made.type).toBe('image/webp');
  expect(openBitmaps()).toBe(0);
});

it('keeps a small PNG as PNG, and takes PNG or JPEG where the browser writes no WebP', async () => {
  const small = browser({ width: 960, height: 540 });
  expect((await prepareImage(blob(picture), small.tools)).type).toBe('image/png');
  expect(small.asked).toEqual([{ type: 'image/png', width: 960, height: 540 }]);
  const safari = browser({ writes: ['image/png', 'image/jpeg'] });
  expect((await prepareImage(blob(picture), safari.tools)).type).toBe('image/png');
  const jpeg = Uint8Array.from(
    Buffer.from(
      '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
      'base64',
    ),
  );
  expect((await prepareImage(blob(jpeg, 'image/jpeg'), safari.tools)).type).toBe('image/jpeg');
});

it('leaves a GIF as it is, up to ten megabytes', async () => {
  const gif = new Uint8Array(1000);
  gif.set(Buffer.from('GIF89a\x02\0\x03\0', 'latin1'));
  const made = await prepareImage(blob(gif, 'image/gif'), browser().tools);
  expect(new Uint8Array(await made.arrayBuffer())).toEqual(gif);
  const large = new Uint8Array(11 * MB);
  large.set(gif);
  expect(await refusal(blob(large, 'image/gif'))).toMatchObject({
    fault: 'gifTooLarge',
    measured: { bytes: 11 * MB, max: 10 * MB },
  });
  expect(await fault(blob(gif, 'image/gif'), browser({ decodes: false }).tools)).toBe('damaged');
});
