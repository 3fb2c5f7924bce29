import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords';

describe('a stored password', () => {
  it('is argon2id, and the same text in another composition is the same password', async () => {
    const stored = await hashPassword('비밀번호-Ab1'.normalize('NFC'));
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(stored, '비밀번호-Ab1'.normalize('NFD'))).toBe(true);
    expect(await verifyPassword(stored, '비밀번호-Ab2')).toBe(false);
  });

  it('that is not there costs the same work', async () => {
    const stored = await hashPassword('Abcdefg1');
    await verifyPassword(null, 'warm');
    const time = async (hash: string | null): Promise<number> => {
      const times: number[] = [];
      for (let i = 0; i < 7; i += 1) {
        const from = performance.now();
        expect(await verifyPassword(hash, 'Abcdefg2')).toBe(false);
        times.push(performance.now() - from);
      }
      return Math.min(...times);
    };
    const ratio = (await time(null)) / (await time(stored));
    // without the work it would be a thousandth; a busy machine alone may make it a half
    expect(ratio).toBeGreaterThan(0.2);
    expect(ratio).toBeLessThan(5);
  });
});
