import { expect, it } from 'vitest';
import { LatestWriter } from './use-kept-changes';

function scripted() {
  const written: (string | null)[] = [];
  const pending: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const writer = new LatestWriter((text) => {
    written.push(text);
    return new Promise<void>((resolve, reject) => pending.push({ resolve, reject }));
  });
  return { written, pending, writer };
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('during a write, skips all later texts except the last', async () => {
  const { written, pending, writer } = scripted();
  void writer.keep('a');
  void writer.keep('ab');
  const last = writer.keep('abc');
  expect(written).toEqual(['a']);
  pending[0]!.resolve();
  await turn();
  expect(written).toEqual(['a', 'abc']);
  pending[1]!.resolve();
  await last;
  void writer.keep(null);
  expect(written).toEqual(['a', 'abc', null]);
});

it('continues after a failed write', async () => {
  const { written, pending, writer } = scripted();
  const first = writer.keep('a');
  pending[0]!.reject(new Error('storage full'));
  await expect(first).rejects.toThrow('storage full');
  const second = writer.keep('ab');
  pending[1]!.resolve();
  await second;
  expect(written).toEqual(['a', 'ab']);
});
