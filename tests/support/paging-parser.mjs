/** A parser process for pages: its process id is the title, and it behaves according to the path of the address. */
import { writeSync } from 'node:fs';

const answer = (...lines) => writeSync(3, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
const kill = () => process.kill(process.pid, 'SIGKILL');
let pages = 0;

const DEEDS = {
  '/kill': kill,
  '/kill-unless-first': () => pages > 1 && kill(),
  '/hang': () => {
    for (;;);
  },
};

let input = Buffer.alloc(0);
for await (const chunk of process.stdin) {
  input = Buffer.concat([input, chunk]);
  for (let end = input.indexOf(10); end >= 0; end = input.indexOf(10)) {
    const { url, bytes = Infinity } = JSON.parse(input.subarray(0, end));
    if (input.length < end + 1 + bytes && bytes !== Infinity) break;
    input = bytes === Infinity ? Buffer.alloc(0) : input.subarray(end + 1 + bytes);
    pages += 1;
    const { pathname } = new URL(url);
    DEEDS[pathname]?.();
    if (pathname === '/script') answer({ failed: 'LINK_NEEDS_BROWSER', reason: '' });
    else
      answer(
        {
          result: {
            ...{ title: String(process.pid), language: '', outline: [], pages: 0, notices: [], parts: [] },
            ...{ canonical: url, links: [], description: '' },
          },
          peakBytes: pathname === '/large' ? 1e12 : 1,
        },
        // an answer without a request
        ...(pathname === '/unasked' ? [{ progress: 0.1 }] : []),
      );
    if (bytes === Infinity) process.exit(0);
  }
}
