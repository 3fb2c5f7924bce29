/**
 * The replica worker of a workspace's document is started by an inline script, before any module of the page has loaded
 * (decision 041):
 *
 *   document ──► inline script: worker, `begin` ──► it evaluates, opens           page's modules ──► replica/client takes it over
 *                                  └ could not start: the client starts another one, as it does without such a script
 */
import { LOSS_COUNTER_PREFIX, type InitMessage } from '../../sync/protocol/init-message';
import { FRESH_SESSION_COOKIE } from './fresh-session';

/** The global variable by which the inline script hands its worker over. */
declare global {
  interface Window {
    satchelReplica?: Worker | undefined;
  }
}

/**
 * Says to a new worker what it opens with: whether this page follows a sign-in, which is said once, the loss counters,
 * and the address. It runs as the text of the inline script too, so it uses nothing from outside of it.
 */
function begin(worker: Pick<Worker, 'postMessage'>, freshSession: string, prefix: string): void {
  const refresh = document.cookie.includes(`${freshSession}=1`);
  if (refresh) document.cookie = `${freshSession}=; path=/; max-age=0`;
  const lossCounters: Record<string, string> = {};
  try {
    for (const key in localStorage) if (key.startsWith(prefix)) lossCounters[key] = localStorage[key] as string;
  } catch {
    // where there is no local storage there is no loss counter
  }
  worker.postMessage({ begin: { refresh, lossCounters, pathname: location.pathname } } satisfies InitMessage);
}

export const beginWorker = (worker: Pick<Worker, 'postMessage'>): void =>
  begin(worker, FRESH_SESSION_COOKIE, LOSS_COUNTER_PREFIX);

/** Takes the worker that the document has started; once. */
export function takeEarlyWorker(): Worker | undefined {
  const worker = window.satchelReplica;
  window.satchelReplica = undefined;
  return worker;
}

/**
 * The inline script of a build's document. `url`: the worker of that build. An error event without a message means that
 * the worker could not start.
 */
export const earlyWorkerScript = (url: string): string =>
  `(function(w){try{var e=w.satchelReplica=new Worker(${JSON.stringify(url)},{type:'module',name:'satchel-replica'});` +
  `e.onerror=function(v){if(!v.message){e.terminate();w.satchelReplica=undefined}};` +
  `(${begin.toString()})(e,${JSON.stringify(FRESH_SESSION_COOKIE)},${JSON.stringify(LOSS_COUNTER_PREFIX)})}catch(e){}})(window)`;
