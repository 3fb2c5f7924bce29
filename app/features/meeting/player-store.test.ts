import { describe, expect, it } from 'vitest';
import { PlayerStore, segmentAt } from './player-store';

describe('segmentAt', () => {
  const starts = [
    { id: 'a', start: 1000 },
    { id: 'b', start: 4000 },
    { id: 'c', start: 9000 },
  ];
  it.each([
    [0, ''],
    [999, ''],
    [1000, 'a'],
    [3999, 'a'],
    [4000, 'b'],
    [8999, 'b'],
    [1e9, 'c'],
  ])('at %d ms: %s', (ms, id) => {
    expect(segmentAt(starts, ms)).toBe(id);
  });
});

describe('the speed', () => {
  it('stays that of the person when another recording is loaded, and the pitch is kept', () => {
    const [store, sound] = [new PlayerStore(), new Sound()];
    store.attach(sound as unknown as HTMLAudioElement);
    store.select('r', 60_000);
    store.setRate(2.5);
    expect([sound.playbackRate, store.get().rate]).toEqual([2.5, 2.5]);
    store.seek(1000, { id: 's', durationMs: 5000 });
    // an element resets both when it loads another source, in browsers that change the pitch by default
    sound.playbackRate = 1;
    sound.preservesPitch = false;
    sound.dispatchEvent(new Event('loadedmetadata'));
    expect([sound.playbackRate, sound.preservesPitch, store.get().rate]).toEqual([2.5, true, 2.5]);
  });
});

/** The part of an audio element that the store uses; it is loaded, and plays until it is paused. */
class Sound extends EventTarget {
  src = 'sound';
  error = null;
  paused = true;
  readyState = 4;
  duration = 60;
  currentTime = 0;
  playbackRate = 1;
  preservesPitch = true;
  play(): Promise<void> {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  }
  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
  /** Simulates playback up to a position. */
  reach(seconds: number): void {
    this.currentTime = seconds;
    this.dispatchEvent(new Event('timeupdate'));
  }
}

describe('a sample of a voice', () => {
  const recording = { id: 'r', durationMs: 60_000 };
  const opened = () => {
    const [store, sound] = [new PlayerStore(), new Sound()];
    store.attach(sound as unknown as HTMLAudioElement);
    store.select('r', 60_000);
    store.seek(42_000);
    return { store, sound };
  };

  it('plays to its end, and returns to the earlier position', () => {
    const { store, sound } = opened();
    store.playSample('ann', recording, 3000, 9000);
    expect([store.get().sample, store.get().playing, sound.currentTime]).toEqual(['ann', true, 3]);
    sound.reach(8.9);
    expect(store.get().sample).toBe('ann');
    sound.reach(9.1);
    expect([store.get().sample, store.get().playing, sound.currentTime]).toEqual(['', false, 42]);
  });

  it('after another sample, returns to the position before the first', () => {
    const { store, sound } = opened();
    store.playSample('ann', recording, 3000, 9000);
    sound.reach(5);
    store.playSample('ben', recording, 20_000, 22_000);
    sound.reach(21);
    expect(store.get().sample).toBe('ben');
    store.stopSample();
    expect([store.get().sample, sound.paused, sound.currentTime]).toEqual(['', true, 42]);
  });

  it('ends where the person seeks', () => {
    const { store, sound } = opened();
    store.playSample('ann', recording, 3000, 9000);
    store.seek(30_000);
    sound.reach(31);
    expect([store.get().sample, sound.currentTime]).toEqual(['', 31]);
  });

  it('of another recording waits until that is loaded', () => {
    const { store, sound } = opened();
    store.playSample('ann', { id: 's', durationMs: 5000 }, 1000, 2000);
    expect([store.get().recordingId, store.get().sample]).toEqual(['s', 'ann']);
    sound.dispatchEvent(new Event('loadedmetadata'));
    expect([sound.currentTime, sound.paused]).toEqual([1, false]);
    sound.reach(2);
    expect([store.get().recordingId, store.get().sample]).toEqual(['r', '']);
    sound.dispatchEvent(new Event('loadedmetadata'));
    expect([sound.currentTime, sound.paused]).toEqual([42, true]);
  });
});
