/**
 * Live captions by the browser's own speech recognition. Where the browser has the
 * language on this device, the sound stays here; otherwise the browser sends it to its maker, which the screen says
 * before they are turned on.
 */

/** Chromium's and Safari's, not in TypeScript's DOM types. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally?: boolean;
  start(): void;
  abort(): void;
}
interface RecognitionClass {
  new (): Recognition;
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>;
}
interface Results {
  readonly length: number;
  readonly [at: number]: { readonly isFinal: boolean; readonly 0: { readonly transcript: string } };
}

/** `device`: the sound stays on this device; `service`: the browser sends it to its maker; `none`: no recognition */
export type CaptionsPlace = 'device' | 'service' | 'none';

const recognitionClass = (): RecognitionClass | undefined => {
  const all = globalThis as { SpeechRecognition?: RecognitionClass; webkitSpeechRecognition?: RecognitionClass };
  return all.SpeechRecognition ?? all.webkitSpeechRecognition;
};

export const hasCaptions = (): boolean => recognitionClass() !== undefined;

/**
 * Where speech in a language (BCP 47) would be recognised. Ask it only when the person turns captions on: a browser that
 * has the class without the service ends the page that asks, and with it the recording's.
 */
export async function captionsPlace(language: string): Promise<CaptionsPlace> {
  const Class = recognitionClass();
  if (!Class) return 'none';
  const state = await Class.available?.({ langs: [language], processLocally: true }).catch(() => 'unavailable');
  return state === 'available' ? 'device' : 'service';
}

export interface CaptionsOptions {
  language: string;
  place: Exclude<CaptionsPlace, 'none'>;
  /** the last words, as they are known now */
  onText: (text: string) => void;
  /** the words of a phrase as they are known so far, and when they change no more */
  onInterim?: (text: string) => void;
  onFinal?: (text: string) => void;
  /** it ended and will not begin again: no permission, no network, the language is not there */
  onFailed: () => void;
}

/** characters that are shown */
const SHOWN = 240;
/** ends in a row without a word after which it is given up: a browser that refuses ends at once */
const EMPTY_ENDS = 20;
const FINAL_ERRORS = new Set(['not-allowed', 'service-not-allowed', 'language-not-supported', 'audio-capture']);

/** Starts captions; returns a function that ends them. Browsers end a recognition after a pause: it is begun again. */
export function startCaptions({ language, place, onText, onInterim, onFinal, onFailed }: CaptionsOptions): () => void {
  const Class = recognitionClass();
  let over = !Class;
  let said = '';
  let emptyEnds = 0;
  if (!Class) {
    onFailed();
    return () => undefined;
  }
  const recognition = new Class();
  recognition.lang = language;
  recognition.continuous = true;
  recognition.interimResults = true;
  if (place === 'device') recognition.processLocally = true;
  const fail = (): void => {
    if (over) return;
    over = true;
    onFailed();
  };
  const begin = (): void => {
    try {
      recognition.start();
    } catch {
      fail();
    }
  };
  recognition.addEventListener('result', (event) => {
    const { results, resultIndex } = event as unknown as { results: Results; resultIndex: number };
    emptyEnds = 0;
    if (over) return;
    let now = '';
    for (let at = resultIndex; at < results.length; at += 1) {
      const { isFinal, 0: best } = results[at]!;
      if (isFinal) {
        said = `${said} ${best.transcript}`.trim().slice(-SHOWN);
        onFinal?.(best.transcript);
      } else now += best.transcript;
    }
    if (now) onInterim?.(now);
    onText(`${said} ${now}`.trim().slice(-SHOWN));
  });
  recognition.addEventListener('error', (event) => {
    if (FINAL_ERRORS.has(String((event as unknown as { error?: unknown }).error))) fail();
  });
  recognition.addEventListener('end', () => {
    emptyEnds += 1;
    if (emptyEnds >= EMPTY_ENDS) fail();
    if (!over) begin();
  });
  begin();
  return () => {
    over = true;
    recognition.abort();
  };
}
