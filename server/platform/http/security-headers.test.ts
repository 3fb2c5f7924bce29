import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, scriptHashes } from './security-headers';

describe('the content security policy', () => {
  it('allows nothing from other origins, and no inline script without its nonce', () => {
    const policy = contentSecurityPolicy({ scripts: [`'nonce-abc'`] });
    expect(policy).toContain(`default-src 'self'`);
    expect(policy).toContain(`script-src 'self' 'nonce-abc';`);
    expect(policy).toContain(`style-src 'self';`);
    for (const directive of [
      `object-src 'none'`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
      `form-action 'self'`,
      `connect-src 'self'`,
    ])
      expect(policy).toContain(directive);
    expect(policy).not.toMatch(/unsafe-eval|\*|https?:/);
    expect(policy.match(/unsafe-inline/g)).toEqual(['unsafe-inline']);
    expect(policy).toContain(`style-src-attr 'unsafe-inline'`);
  });

  it('allows inline scripts by hash, and only those', () => {
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(
      scriptHashes(
        '<script>alert(1)</script><script src="/a.js"></script><script type="module">x</script><script>alert(1)</script>',
      ),
    ).toEqual([hash('alert(1)'), hash('x')]);
  });
});
