import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords';

describe('a stored password', () => {
  it('is argon2id, and Unicode compositions of the same text are the same password', async () => {
    const stored = await hashPassword('비밀번호-Ab1'.normalize('NFC'));
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(stored, '비밀번호-Ab1'.normalize('NFD'))).toBe(true);
    expect(await verifyPassword(stored, '비밀번호-Ab2')).toBe(false);
  });

  it('that is missing costs the same time to verify', async () => {
    const stored = await hashPassword('Abcdefg1');
    await verifyPassword(null, 'warm');
    const least = { absent: Infinity, stored: Infinity };
    const measure = async (which: keyof typeof least): Promise<void> => {
      const from = performance.now();
      expect(await verifyPassword(which === 'stored' ? stored : null, 'Abcdefg2')).toBe(false);
      least[which] = Math.min(least[which], performance.now() - from);
    };
    const ratio = (): number => least.absent / least.stored;
    // Alternate and take each minimum: load makes some measurements longer, and none shorter than the work itself.
    for (let i = 0; i < 7 || (i < 100 && !(ratio() > 0.2 && ratio() < 5)); i += 1) {
      await measure('absent');
      await measure('stored');
    }
    // Without the work the ratio would be about 0.001; load alone may reduce it to 0.5.
    expect(ratio()).toBeGreaterThan(0.2);
    expect(ratio()).toBeLessThan(5);
  });
});
