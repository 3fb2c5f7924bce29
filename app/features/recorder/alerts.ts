/** Alerts of a recording that needs the person, and the screen wake lock while it runs. */

/** Two short falling tones, audible when another window is in front. */
export function playAlert(): void {
  const context = new AudioContext();
  const gain = context.createGain();
  gain.connect(context.destination);
  [880, 587].forEach((hz, i) => {
    const tone = context.createOscillator();
    tone.frequency.value = hz;
    tone.connect(gain);
    const at = context.currentTime + i * 0.22;
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(0.25, at + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.2);
    tone.start(at);
    tone.stop(at + 0.2);
    if (i === 1) tone.onended = () => void context.close();
  });
}

/** A system notification, if the person permitted them. */
export function notifySystem(title: string, body: string): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  try {
    new Notification(title, { body, tag: 'satchel-recorder', icon: '/icons/icon-192.png' });
  } catch {
    // Mobile browsers allow notifications from the service worker only; sound and bar remain.
  }
}

/**
 * Keeps the screen on until the returned function is called; requests the lock again when the page becomes visible
 * again.
 */
export function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  let lock: WakeLockSentinel | null = null;
  let done = false;
  const take = async (): Promise<void> => {
    if (done || document.visibilityState !== 'visible') return;
    // Refused at low battery: the recording continues, and a gap would be marked.
    lock = await navigator.wakeLock.request('screen').catch(() => null);
    if (done) void lock?.release();
  };
  const seen = (): void => void take();
  document.addEventListener('visibilitychange', seen);
  void take();
  return () => {
    done = true;
    document.removeEventListener('visibilitychange', seen);
    void lock?.release();
  };
}
