import { describe, expect, it } from 'vitest';
import { createLog } from './log';

describe('the log', () => {
  it('never contains credentials', () => {
    const lines: string[] = [];
    const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
    log.info(
      {
        headers: { authorization: 'Bearer hunter2', cookie: 'accessToken=hunter2' },
        body: { user: { password: 'hunter2' } },
        accessToken: 'hunter2',
      },
      'request',
    );
    log.error(
      {
        err: Object.assign(new Error('failed', { cause: new Error('inner') }), {
          code: '23505',
          detail: 'Key (email)=(hunter2@example.com)',
          values: ['hunter2'],
        }),
      },
      'failed',
    );
    expect(lines.join('')).not.toContain('hunter2');
    expect(JSON.parse(lines[1]!)).toMatchObject({
      err: { message: 'failed', code: '23505', cause: { message: 'inner' } },
    });
  });
});
