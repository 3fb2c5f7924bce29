/** Locks after a period without input in any tab. A device that slept is locked when it wakes. */
import { replica } from '~/replica/client';

const AFTER_KEY = 'lockAfter';
const ACTIVE_KEY = 'lockActiveAt';
/** minutes */
export const AFTER_CHOICES = [1, 5, 15, 30, 60] as const;
const AFTER = 15;
/** milliseconds between records of use, and between checks */
const NOTE_MS = 10_000;

export const lockAfter = (): number => {
  const chosen = Number(localStorage.getItem(AFTER_KEY));
  return (AFTER_CHOICES as readonly number[]).includes(chosen) ? chosen : AFTER;
};
export const setLockAfter = (minutes: number): void => localStorage.setItem(AFTER_KEY, String(minutes));

let timer: ReturnType<typeof setInterval> | undefined;
let noted = 0;

function note(): void {
  const now = Date.now();
  if (Math.abs(now - noted) < NOTE_MS) return;
  noted = now;
  localStorage.setItem(ACTIVE_KEY, String(now));
}

function check(): void {
  const now = Date.now();
  const active = Number(localStorage.getItem(ACTIVE_KEY)) || now;
  // the clock was set back: counted from now
  if (active > now) {
    noted = 0;
    note();
  } else if (now - active >= lockAfter() * 60_000) void replica().lock({ do: 'cover' });
}

const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Starts or stops. */
export function watchIdle(isOn: boolean): void {
  if (isOn === (timer !== undefined)) return;
  if (!isOn) {
    clearInterval(timer);
    timer = undefined;
    for (const type of EVENTS) removeEventListener(type, note, { capture: true });
    document.removeEventListener('visibilitychange', check);
    return;
  }
  noted = 0;
  note();
  for (const type of EVENTS) addEventListener(type, note, { capture: true, passive: true });
  document.addEventListener('visibilitychange', check);
  timer = setInterval(check, NOTE_MS);
}
