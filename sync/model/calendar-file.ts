/**
 * Reads events of a calendar file (iCalendar, RFC 5545) for new meetings. Reads only the fields that a meeting needs.
 * The file is untrusted, so everything is limited and no link in it is opened.
 */
import { LIMITS } from './limits';
import { LATEST } from './numbers';
import { clean, cleanLines, truncate } from './text';

export interface CalendarPerson {
  name: string;
  /** lower case, '' for none */
  email: string;
}

export interface CalendarEvent {
  /** '' if the file has none */
  uid: string;
  title: string;
  /** milliseconds since the epoch */
  startAt: number;
  endAt: number;
  people: CalendarPerson[];
  description: string;
}

/** most UTF-16 units of a file, events of a file, lines of an event, and people of an event */
const FILE_MAX = 2 * 1024 * 1024;
const EVENTS_MAX = 200;
const LINES_MAX = 5000;
const PEOPLE_MAX = 200;
const VALUE_MAX = 20_000;

interface Line {
  name: string;
  parameters: Map<string, string>;
  value: string;
}

/** Unfolds lines: a long line continues on the next one, which starts with white space (RFC 5545, 3.1). */
const unfolded = (text: string): string[] =>
  text
    .replace(/\r\n?|\n/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n');

/** Parses `NAME;KEY=value;KEY="value":value`; null if the line has another form. */
function lineOf(text: string): Line | null {
  const parts: string[] = [];
  let [from, quoted] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const c = text[at];
    if (c === '"') quoted = !quoted;
    if (quoted || (c !== ';' && c !== ':')) continue;
    parts.push(text.slice(from, at));
    from = at + 1;
    if (c === ':') break;
    // limit the parameters of a malformed line
    if (parts.length > 50) return null;
  }
  if (text[from - 1] !== ':' || !parts[0]) return null;
  const parameters = new Map<string, string>();
  for (const part of parts.slice(1)) {
    const equals = part.indexOf('=');
    if (equals > 0) parameters.set(part.slice(0, equals).toUpperCase(), part.slice(equals + 1).replaceAll('"', ''));
  }
  return { name: parts[0].toUpperCase(), parameters, value: text.slice(from, from + VALUE_MAX) };
}

const unescaped = (value: string): string =>
  value.replace(/\\([nN,;\\])/g, (_, c: string) => (c === 'n' || c === 'N' ? '\n' : c));

/** Milliseconds by which a time zone is ahead of UTC at a time; null for an unknown zone. */
function zoneOffset(zone: string, at: number): number | null {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    }).formatToParts(at);
    const of = (type: string): number => Number(parts.find((p) => p.type === type)?.value);
    return (
      Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) -
      Math.floor(at / 1000) * 1000
    );
  } catch {
    return null;
  }
}

/** A time in milliseconds; -1 if invalid. In the zone of the file, otherwise of this device. */
function timeOf({ value, parameters }: Line): number {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(value.trim());
  if (!found) return -1;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const utc = Date.UTC(year, month - 1, day, hour, minute, second);
  // reject dates such as 31 February
  if (new Date(utc).getUTCDate() !== day || hour > 23 || minute > 59) return -1;
  if (found[7] === 'Z') return valid(utc);
  const zone = parameters.get('TZID') ?? '';
  const offset = zone ? zoneOffset(zone, utc) : null;
  if (offset === null) return valid(new Date(year, month - 1, day, hour, minute, second).getTime());
  // repeat for the computed time, since the offset may change in between
  return valid(utc - (zoneOffset(zone, utc - offset) ?? offset));
}
const valid = (ms: number): number => (ms > 0 && ms <= LATEST ? ms : -1);

/** `P1DT2H30M` in milliseconds; 0 if invalid. */
function durationOf(value: string): number {
  const found = /^P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:(\d{1,6})S)?)?$/.exec(
    value.trim(),
  );
  const [weeks, days, hours, minutes, seconds] = (found?.slice(1) ?? []).map((part) => Number(part ?? 0));
  return (
    ((((weeks ?? 0) * 7 + (days ?? 0)) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60_000 + (seconds ?? 0) * 1000
  );
}

function personOf({ parameters, value }: Line): CalendarPerson | null {
  if (/^(RESOURCE|ROOM)$/i.test(parameters.get('CUTYPE') ?? '')) return null;
  const email = (/^mailto:(.+)$/i.exec(value.trim())?.[1] ?? '').toLowerCase().slice(0, LIMITS.email.max);
  const name = truncate(clean(unescaped(parameters.get('CN') ?? '')) || email, LIMITS.participantName.max);
  return name ? { name, email } : null;
}

function eventOf(lines: readonly Line[]): CalendarEvent | null {
  const one = (name: string): Line | undefined => lines.find((line) => line.name === name);
  const start = one('DTSTART');
  const startAt = start ? timeOf(start) : -1;
  if (startAt < 0 || one('STATUS')?.value.toUpperCase() === 'CANCELLED') return null;
  const end = one('DTEND');
  const endAt = end ? timeOf(end) : startAt + durationOf(one('DURATION')?.value ?? '');
  const people: CalendarPerson[] = [];
  for (const line of lines) {
    const person = line.name === 'ATTENDEE' || line.name === 'ORGANIZER' ? personOf(line) : null;
    const isKnown = people.some((p) => (person?.email ? p.email === person.email : p.name === person?.name));
    if (person && !isKnown && people.length < PEOPLE_MAX) people.push(person);
  }
  return {
    uid: clean(one('UID')?.value ?? '').slice(0, 255),
    title: truncate(clean(unescaped(one('SUMMARY')?.value ?? '')), LIMITS.meetingTitle.max),
    startAt,
    endAt: Math.max(startAt, endAt),
    people,
    description: cleanLines(unescaped(one('DESCRIPTION')?.value ?? '')),
  };
}

/** Events of a calendar file by time, without cancelled ones and those without a time. */
export function eventsOf(text: string): CalendarEvent[] {
  const events: CalendarEvent[] = [];
  let lines: Line[] | null = null;
  /** depth of components within the event (alarms), whose lines are skipped */
  let inner = 0;
  for (const raw of unfolded(text.slice(0, FILE_MAX))) {
    const line = lineOf(raw);
    if (!line) continue;
    const component = line.value.trim().toUpperCase();
    if (line.name === 'BEGIN') {
      if (lines) inner += 1;
      else if (component === 'VEVENT') [lines, inner] = [[], 0];
    } else if (line.name === 'END') {
      if (lines && inner > 0) inner -= 1;
      else if (lines) {
        const event = eventOf(lines);
        lines = null;
        if (event) events.push(event);
        if (events.length === EVENTS_MAX) break;
      }
    } else if (lines && inner === 0 && lines.length < LINES_MAX) lines.push(line);
  }
  return events.sort((a, b) => a.startAt - b.startAt);
}
