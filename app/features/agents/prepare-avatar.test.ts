import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../sync/model/limits';
import type { AvatarError } from './prepare-avatar';
import { prepareAvatar, type AvatarTools, type Square } from './prepare-avatar';

interface Encoded {
  from: Square;
  side: number;
  type: string;
}
function tools(lengthOf: (encoded: Encoded) => number, unwritable: readonly string[] = []) {
  const encoded: Encoded[] = [];
  const all: AvatarTools = {
    decode: () => Promise.resolve({ width: 400, height: 300, close: () => undefined }),
    encode: (_bitmap, from, side, type) => {
      encoded.push({ from, side, type });
      const head = `data:${unwritable.includes(type) ? 'image/png' : type};base64,`;
      return Promise.resolve(head + 'A'.repeat(Math.max(0, lengthOf({ from, side, type }) - head.length)));
    },
  };
  return { all, encoded };
}
const file = new Blob(['picture']);
const faultOf = (work: Promise<unknown>) => work.then(() => null).catch((error: AvatarError) => error.fault);

describe('the picture of an agent', () => {
  it('is cropped to the square in the middle', async () => {
    const { all, encoded } = tools(() => 1000);
    expect(await prepareAvatar(file, all)).toMatch(/^data:image\/webp;base64,A+$/);
    expect(encoded).toEqual([{ from: { x: 50, y: 0, side: 300 }, side: 256, type: 'image/webp' }]);
  });

  it('is reduced until it fits', async () => {
    const { all } = tools(({ side }) => (side > 128 ? LIMITS.agentAvatar + 1 : LIMITS.agentAvatar));
    expect(await prepareAvatar(file, all)).toHaveLength(LIMITS.agentAvatar);
  });

  it('is JPEG if the browser cannot encode WebP', async () => {
    const { all } = tools(() => 1000, ['image/webp']);
    expect(await prepareAvatar(file, all)).toMatch(/^data:image\/jpeg;/);
  });

  it('is refused if it cannot be decoded or reduced enough', async () => {
    const { all } = tools(() => LIMITS.agentAvatar + 1);
    expect(await faultOf(prepareAvatar(file, all))).toBe('tooLarge');
    const broken: AvatarTools = { ...all, decode: () => Promise.reject(new Error('no picture')) };
    expect(await faultOf(prepareAvatar(file, broken))).toBe('notPicture');
  });
});
