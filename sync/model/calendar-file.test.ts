import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventsOf } from './calendar-file';

const file = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');
const START = 'DTSTART:20260301T090000Z';

describe('calendar files', () => {
  it('are read with title, time, people and the UID of the series', () => {
    const text = file(
      'UID:series-1@example.com',
      'SUMMARY:週次\\, 会議\\; Q1',
      'DTSTART;TZID=Asia/Tokyo:20260301T090000',
      'DURATION:PT1H30M',
      'ORGANIZER;CN="Tanaka, Yuki":mailto:Yuki@Example.com',
      'ATTENDEE;CN=Yuki;ROLE=CHAIR:mailto:yuki@example.com',
      'ATTENDEE;PARTSTAT=ACCEPTED;CN="Ann: the',
      '  first":MAILTO:ann@example.com',
      'ATTENDEE;CUTYPE=ROOM;CN=Room 1:mailto:room@example.com',
      'DESCRIPTION:- Budget\\n- Hiring',
      'BEGIN:VALARM',
      'SUMMARY:not the title',
      'DTSTART:19990101T000000Z',
      'END:VALARM',
    );
    expect(eventsOf(text)).toEqual([
      {
        uid: 'series-1@example.com',
        title: '週次, 会議; Q1',
        startAt: Date.UTC(2026, 2, 1, 0),
        endAt: Date.UTC(2026, 2, 1, 1, 30),
        people: [
          { name: 'Tanaka, Yuki', email: 'yuki@example.com' },
          { name: 'Ann: the first', email: 'ann@example.com' },
        ],
        description: '- Budget\n- Hiring',
      },
    ]);
  });

  it('are read in the time zone of the file, also on the day of a change to or from summer time', () => {
    const at = (zone: string, time: string): number => eventsOf(file(`DTSTART;TZID=${zone}:${time}`))[0]!.startAt;
    expect(at('America/New_York', '20260308T010000')).toBe(Date.UTC(2026, 2, 8, 6));
    expect(at('America/New_York', '20260308T040000')).toBe(Date.UTC(2026, 2, 8, 8));
    // times with an unknown zone or without a zone are in this device's zone
    expect(at('Nowhere/At_All', '20260701T090000')).toBe(new Date(2026, 6, 1, 9).getTime());
    expect(eventsOf(file('DTSTART;VALUE=DATE:20260701'))[0]!.startAt).toBe(new Date(2026, 6, 1).getTime());
  });

  it('skip cancelled events, events without a time, and ends before the start', () => {
    expect(eventsOf(file(START, 'STATUS:CANCELLED'))).toEqual([]);
    for (const wrong of ['20260231T090000Z', '20260301T990000Z', 'tomorrow', '', '99990101T000000Z0'])
      expect(eventsOf(file(`DTSTART:${wrong}`, 'SUMMARY:x'))).toEqual([]);
    const [event] = eventsOf(file(START, 'DTEND:20250101T000000Z'));
    expect(event!.endAt).toBe(event!.startAt);
  });

  it('respect the limits, and terminate for any content', () => {
    const people = Array.from({ length: 5000 }, (_, n) => `ATTENDEE;CN=P${n}:mailto:p${n}@x.test`);
    expect(eventsOf(file(START, ...people))[0]!.people).toHaveLength(200);
    const many = Array.from({ length: 5000 }, () => `BEGIN:VEVENT\n${START}\nEND:VEVENT`).join('\n');
    expect(eventsOf(many)).toHaveLength(200);
    const [hostile] = eventsOf(
      file(START, `SUMMARY:\u202e${'x'.repeat(100_000)}`, `UID:${'u'.repeat(9999)}`, 'ATTENDEE;CN=<b>:javascript:x'),
    );
    expect(hostile!.title.length).toBeLessThanOrEqual(120);
    expect(hostile!.title).not.toContain('\u202e');
    expect([hostile!.uid.length, hostile!.people]).toEqual([255, [{ name: '<b>', email: '' }]]);
    expect(eventsOf(`${'BEGIN:VEVENT\n'.repeat(100_000)}${START}`)).toEqual([]);
    expect(eventsOf(`SUMMARY${';A=b'.repeat(100_000)}:x`)).toEqual([]);
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('BEGIN:VEVENT\n', 'END:VEVENT\n', 'DTSTART', ';TZID=', ':', '"', '\n ', '20260301T090000', 'P1D'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const event of eventsOf(pieces.join(''))) expect(event.endAt).toBeGreaterThanOrEqual(event.startAt);
      }),
    );
  });
});
