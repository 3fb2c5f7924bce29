import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keyFor } from '../../platform/keys';
import { HEAD_BYTES, kindOfBytes, kindOfName } from './audio-kind';
import { rangeOf } from './send-blob';
import { TOKEN_LIFETIME_MS, UploadTokens } from './token';

describe('the kind of a recording', () => {
  it('is determined by the file name’s extension first', () => {
    expect(['a.WAV', 'b.c.webm', 'ミーティング.mp3', 'x.mp3.exe', 'mp3', '.mp4', ''].map(kindOfName)).toEqual([
      'wav',
      'webm',
      'mp3',
      null,
      null,
      null,
      null,
    ]);
  });

  it('is determined by the bytes once they have arrived', () => {
    const bytes = (...parts: (string | number[])[]) =>
      Buffer.concat(parts.map((p) => (typeof p === 'string' ? Buffer.from(p, 'latin1') : Buffer.from(p))));
    expect(kindOfBytes(bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt '))).toBe('wav');
    expect(kindOfBytes(bytes('RIFF', [1, 2, 3, 4], 'AVI fmt '))).toBeNull();
    expect(kindOfBytes(bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x84], 'webm'))).toBe('webm');
    expect(kindOfBytes(bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x88], 'matroska'))).toBeNull();
    expect(kindOfBytes(bytes('ID3', [4, 0]))).toBe('mp3');
    expect(kindOfBytes(bytes([0xff, 0xf3, 0x40, 0xc4]))).toBe('mp3');
    for (const not of ['<html>', 'MZ', '', '%PDF-1.7', 'OggS']) expect(kindOfBytes(bytes(not))).toBeNull();
    // A JPEG and UTF-16 also begin with 0xff.
    expect([kindOfBytes(bytes([0xff, 0xd8, 0xff, 0xe0])), kindOfBytes(bytes([0xff, 0xfe, 0x41, 0x00]))]).toEqual([
      null,
      null,
    ]);
    expect(HEAD_BYTES).toBeGreaterThan(128);
  });
});

describe('the token of an upload', () => {
  const grant = { uploadId: 'u', size: 10, userId: 'ann', companyId: 'c' };
  const tokens = new UploadTokens('secret');
  const token = tokens.sign(grant, 1000);
  it('is valid for exactly its grant, for a day', () => {
    expect(tokens.isFor(grant, token, 1000 + TOKEN_LIFETIME_MS)).toBe(true);
    expect(tokens.isFor(grant, token, 1001 + TOKEN_LIFETIME_MS)).toBe(false);
    for (const other of [{ uploadId: 'v' }, { size: 11 }, { userId: 'ben' }, { companyId: 'd' }])
      expect(tokens.isFor({ ...grant, ...other }, token, 1000)).toBe(false);
    expect(new UploadTokens('other').isFor(grant, token, 1000)).toBe(false);
    const [, signature] = token.split('.');
    // Base64url has unused bits at its end, and ignores characters that are not its own.
    const last = token.at(-1)!;
    const twin = token.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + (/[zZ9_-]/.test(last) ? -1 : 1));
    for (const same of [twin, `${token}=`, `${token}!`]) expect(tokens.isFor(grant, same, 1000), same).toBe(false);
    for (const forged of ['', '.', `9999999999999.${signature}`, `${token}.x`, token.slice(0, -2), 'NaN.x'])
      expect(tokens.isFor(grant, forged, 1000), forged).toBe(false);
  });

  it('is signed with a key of its own, not with the installation’s secret or the key of another purpose', () => {
    const expiry = 1000 + TOKEN_LIFETIME_MS;
    const signedWith = (key: string | Uint8Array): string =>
      `${expiry}.${createHmac('sha256', key).update(['upload', 'u', 10, 'ann', 'c', expiry].join('\n')).digest('base64url')}`;
    expect(
      [
        signedWith('secret'),
        signedWith(keyFor('secret', 'sent links')),
        signedWith(keyFor('secret', 'upload token')),
      ].map((other) => tokens.isFor(grant, other, 1000)),
    ).toEqual([false, false, true]);
  });
});

describe('ranges', () => {
  it('are one part within the recording, or none', () => {
    expect(rangeOf('bytes=0-0', 10)).toEqual({ start: 0, end: 0 });
    expect(rangeOf('bytes=5-', 10)).toEqual({ start: 5, end: 9 });
    expect(rangeOf('bytes=5-99', 10)).toEqual({ start: 5, end: 9 });
    expect(rangeOf('bytes=-3', 10)).toEqual({ start: 7, end: 9 });
    expect(rangeOf('bytes=-99', 10)).toEqual({ start: 0, end: 9 });
    for (const outside of ['bytes=10-', 'bytes=11-12', 'bytes=-0']) expect(rangeOf(outside, 10)).toBe('none');
    for (const whole of [undefined, '', 'bytes=-', 'bytes=4-2', 'bytes=0-1,4-5', 'items=0-1', 'bytes=a-b'])
      expect(rangeOf(whole, 10)).toBeNull();
  });
});
