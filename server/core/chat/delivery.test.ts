import { describe, expect, it } from 'vitest';
import { previewOf } from './delivery';

describe('the preview of a chat', () => {
  it.each([
    ['## Launch\n\n- **May**, says `Ann`[^1]\n- June[^?]', 'Launch - May, says Ann - June'],
    ['\\<script\\>alert(1)\\</script\\> costs 4\\*5', '<script>alert(1)</script> costs 4*5'],
    [
      '| Month | Work |\n| --- | :-: |\n| May | Trial[^1] |\n\n---\nDone -- at last',
      'Month Work May Trial Done -- at last',
    ],
  ])('is plain text: %j', (text, preview) => {
    expect(previewOf({ mode: 'model', text, citations: [] })).toBe(preview);
  });
});
