import { expect, test } from 'vitest';
import { EventParser } from './stream';

test('events are read however the network cuts them', () => {
  const text = ': alive\n\nevent: poke\ndata: {"seq":7,\ndata: "collections":["notes"]}\n\nevent: revoked\ndata:\n\n';
  for (let size = 1; size < text.length; size += 1) {
    const parser = new EventParser();
    const events = [];
    for (let at = 0; at < text.length; at += size) events.push(...parser.push(text.slice(at, at + size)));
    expect(events, `cut into ${size}`).toEqual([{ event: 'poke', data: '{"seq":7,\n"collections":["notes"]}' }, { event: 'revoked', data: '' }]);
  }
});

test('line ends of every kind', () => {
  expect(new EventParser().push('event: a\r\ndata: 1\r\n\r\n')).toEqual([{ event: 'a', data: '1' }]);
});
