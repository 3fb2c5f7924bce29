import { expect, test } from 'vitest';
import { clashes, isRecordedAt, titleWithTime, type Titled } from './meeting-overlap';

const TEN = Date.UTC(2026, 5, 1, 10);
const MINUTE = 60_000;
const meeting = (id: string, more: Partial<Titled> = {}): Titled => ({
  id,
  projectId: 'p1',
  title: 'Weekly',
  status: 'ended',
  actualStartAt: TEN,
  actualEndAt: TEN + 30 * MINUTE,
  createdAt: TEN,
  ...more,
});

test('meetings of one project with the same title clash if their times overlap', () => {
  const other = meeting('b');
  expect(clashes(meeting('a'), other)).toBe(true);
  expect(clashes(meeting('b'), other), 'itself').toBe(false);
  expect(clashes(meeting('a', { title: 'Monthly' }), other)).toBe(false);
  expect(clashes(meeting('a', { projectId: 'p2' }), other)).toBe(false);
  const none = { projectId: '' };
  expect(clashes(meeting('a', none), meeting('b', none)), 'outside projects').toBe(false);
  const later = { actualStartAt: TEN + 31 * MINUTE, actualEndAt: TEN + 40 * MINUTE };
  expect(clashes(meeting('a', later), other)).toBe(false);
});

test('a meeting without an end lasts as long as the longest recording; one without a start begins at its creation', () => {
  const running = meeting('b', { status: 'recording', actualEndAt: 0 });
  const made = (minutes: number): Titled =>
    meeting('a', { status: 'waiting', actualStartAt: 0, actualEndAt: 0, createdAt: TEN + minutes * MINUTE });
  expect(clashes(made(119), running)).toBe(true);
  expect(clashes(made(121), running)).toBe(false);
  expect(isRecordedAt(TEN + 119 * MINUTE, running)).toBe(true);
  expect(isRecordedAt(TEN + 121 * MINUTE, running)).toBe(false);
  expect(isRecordedAt(TEN, meeting('c'))).toBe(false);
});

test('the appended time is in the time zone of the creator, has seconds if that title is taken, and fits the limit', () => {
  expect(titleWithTime(meeting('a'), [meeting('b')], 'Asia/Tokyo')).toBe('Weekly 19:00');
  expect(titleWithTime(meeting('a'), [meeting('b')], 'Nowhere/Land')).toBe('Weekly 10:00');
  const others = ['Weekly', 'Weekly 10:00', 'Weekly 10:00:00'].map((title, i) => meeting(`o${i}`, { title }));
  expect(titleWithTime(meeting('a'), others.slice(0, 2), '')).toBe('Weekly 10:00:00');
  expect(titleWithTime(meeting('a'), others, '')).toBe('Weekly 10:00:00 (2)');
  const long = '会'.repeat(120);
  expect(titleWithTime(meeting('a', { title: long }), [meeting('b', { title: long })], '')).toBe(
    `${'会'.repeat(114)} 10:00`,
  );
});
