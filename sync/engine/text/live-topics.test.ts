import { expect, test } from 'vitest';
import { memoryChannels } from '../../../tests/support/engine-device';
import { MemoryLocks } from '../../../tests/support/memory-locks';
import { LiveTopics } from './live-topics';

const TOPIC = { collection: 'transcripts', id: 'meeting' } as const;

test('a screen that opens later shows recent progress, in every tab', async () => {
  let now = 0;
  const openChannel = memoryChannels();
  const locks = new MemoryLocks() as unknown as LockManager;
  const [leader, other] = [0, 1].map(
    () =>
      new LiveTopics(
        locks,
        openChannel,
        'scope',
        () => {},
        () => now,
      ),
  ) as [LiveTopics, LiveTopics];
  const shownIn = (topics: LiveTopics): (number | null)[] => {
    const values: (number | null)[] = [];
    topics
      .progress(TOPIC)
      .subscribe((value) => values.push(value))
      .unsubscribe();
    return values;
  };
  expect(shownIn(other)).toEqual([null]);
  leader.publish({ topic: TOPIC, event: { type: 'progress', progress: 0.4 } });
  await new Promise((resolve) => setTimeout(resolve));
  expect([shownIn(leader), shownIn(other)]).toEqual([[0.4], [0.4]]);
  now += 5 * 60_000;
  expect([shownIn(leader), shownIn(other)]).toEqual([[null], [null]]);
  leader.close();
  other.close();
});

test('steps of a restarted research replace those of the previous round', () => {
  const topics = new LiveTopics(new MemoryLocks() as unknown as LockManager, memoryChannels(), 'scope', () => {});
  const topic = { collection: 'researches', id: 'research' } as const;
  const shown: string[][] = [];
  const end = topics.state(topic).subscribe(({ steps }) => shown.push(steps.map(({ id, state }) => `${id} ${state}`)));
  const tell = (since: number, id: string, state: 'running' | 'done'): void =>
    topics.publish({
      topic,
      event: { type: 'step', since, step: { id, kind: 'own', name: id, state, error: '' } },
    });
  tell(1000, 'own/0', 'running');
  tell(1000, 'own/0', 'done');
  tell(1000, 'own/1', 'running');
  tell(2000, 'own/0', 'done');
  expect(shown).toEqual([[], ['own/0 running'], ['own/0 done'], ['own/0 done', 'own/1 running'], ['own/0 done']]);
  end.unsubscribe();
  topics.close();
});

test('a topic counts as seen while a tab that shows it is visible', async () => {
  const openChannel = memoryChannels();
  const locks = new MemoryLocks() as unknown as LockManager;
  const [first, second] = [0, 1].map(() => new LiveTopics(locks, openChannel, 'scope', () => {})) as [
    LiveTopics,
    LiveTopics,
  ];
  const now = async () => ({ open: (await first.openAnywhere()).length > 0, seen: await second.seenAnywhere() });
  second.setVisible(false);
  const behind = second.state(TOPIC).subscribe();
  await expect.poll(now).toEqual({ open: true, seen: [] });
  second.setVisible(true);
  await expect.poll(now).toEqual({ open: true, seen: [TOPIC] });
  const before = first.state(TOPIC).subscribe();
  second.setVisible(false);
  await expect.poll(now).toEqual({ open: true, seen: [TOPIC] });
  before.unsubscribe();
  await expect.poll(now).toEqual({ open: true, seen: [] });
  behind.unsubscribe();
  second.setVisible(true);
  await expect.poll(now).toEqual({ open: false, seen: [] });
  first.close();
  second.close();
});
