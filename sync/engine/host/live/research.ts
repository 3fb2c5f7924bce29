/**
 * A research as a screen shows it: the replicated document with the effects of the person's queued calls, and while it
 * runs the further steps from live events.
 *
 *   researches/<id> ──► document ─────────────────────────────────────────────┐
 *   outbox ──► calls of the research that wait ───────────────────────────────┼─► {research, queued}
 *   research on the server, not ended ──► its topic is subscribed ──► steps ──┘
 */
import { combineLatest, distinctUntilChanged, map, of, scan, switchMap, throttleTime, type Observable } from 'rxjs';
import { hasResearchEnded, type Research, type ResearchStep } from '../../../model/kinds/researches';
import { researchActionOf, type ResearchAction, type ResearchPlan } from '../../outbox/commands/researches';
import type { DeviceDatabase } from '../../storage/device-database';
import { withStep, type LiveState } from '../../text/live-topics';
import type { LiveResearch, QueuedResearchCall } from '../live-queries';
import { queuedState, waitingCalls } from './waiting-calls';

/** milliseconds between two values while steps arrive; the first after a quiet time is published immediately */
const STEPS_MS = 100;

interface QueuedCall extends QueuedResearchCall {
  isRunning: boolean;
  input: { feedback?: string } & Partial<ResearchPlan>;
}

export interface ResearchSources {
  research$: Observable<Research | null>;
  /** whether the server has it */
  isSent$: Observable<boolean>;
  device: DeviceDatabase;
  /** subscribes to its topic */
  live: () => Observable<LiveState>;
}

/** The queued calls of a research, oldest first. */
const queuedCalls = (device: DeviceDatabase, id: string): Observable<QueuedCall[]> =>
  waitingCalls(device, (call) => researchActionOf(call) !== null).pipe(
    map((calls) =>
      calls
        .filter(({ input }) => (input as { id: string }).id === id)
        .map((call) => ({
          ...queuedState(call),
          action: researchActionOf(call) as ResearchAction,
          isRunning: call.state === 'running',
          input: call.input as QueuedCall['input'],
        })),
    ),
  );

/** The research with the expected effect of a queued call. */
export function withCall(research: Research, { action, input }: Pick<QueuedCall, 'action' | 'input'>): Research {
  switch (action) {
    case 'answer': {
      const text = input.feedback?.trim() ?? '';
      if (research.stage !== 'WAITING_FOR_USER')
        return text === '' ? research : { ...research, feedback: [...research.feedback, text] };
      const next = research.dialogue.findIndex(({ answer }) => answer === '');
      const dialogue =
        text === ''
          ? research.dialogue
          : research.dialogue.map((each, n) => (n === next ? { ...each, answer: text } : each));
      const isOpen = text !== '' && dialogue.some(({ answer }) => answer === '');
      return { ...research, dialogue, stage: isOpen ? research.stage : 'PLANNING' };
    }
    case 'plan': {
      const { plan = research.plan, budget = research.budget, usesWeb = research.usesWeb, own = research.own } = input;
      return { ...research, plan, budget, usesWeb, ...(own ? { own } : {}) };
    }
    case 'begin':
      return research.stage === 'PLAN_REVIEW' ? { ...research, stage: 'RESEARCHING' } : research;
    default:
      return research;
  }
}

/**
 * The document with the steps and the use of its budget that live events have brought; not with those of the work
 * before a retry, which are remembered for minutes.
 */
function withWork(research: Research, { steps, stepsSince, used }: LiveState): Research {
  if (stepsSince < research.startedAt) return research;
  return {
    ...research,
    steps: steps.reduce<ResearchStep[]>((all, step) => withStep(all, step), [...research.steps]),
    // the later report of use
    used: used && used.ms >= research.used.ms ? used : research.used,
  };
}

interface Shown {
  research: Research | null;
  queued: QueuedCall[];
  /** calls that were answered and whose effect has not been replicated yet */
  answered: QueuedCall[];
}

/** Keeps the effect of a call on screen from its answer until the changed document arrives. */
function after(before: Shown | null, research: Research | null, queued: QueuedCall[]): Shown {
  const isSame = before?.research?.rev === research?.rev;
  const gone = before?.queued.filter((call) => call.isRunning && !queued.some(({ id }) => id === call.id)) ?? [];
  return { research, queued, answered: isSame ? [...(before?.answered ?? []), ...gone] : [] };
}

/** The research with its queued calls. Live events are subscribed to while the server has it and it has not ended. */
export function liveResearch(
  id: string,
  { research$, isSent$, device, live }: ResearchSources,
): Observable<LiveResearch> {
  const isRunning$ = combineLatest([research$, isSent$]).pipe(
    map(([research, isSent]) => research !== null && isSent && !hasResearchEnded(research.stage)),
    distinctUntilChanged(),
  );
  const work$ = isRunning$.pipe(
    switchMap((isRunning) => (isRunning ? live() : of(null))),
    distinctUntilChanged((a, b) => a?.steps === b?.steps),
  );
  const shown$ = combineLatest([research$, queuedCalls(device, id)]).pipe(
    scan<[Research | null, QueuedCall[]], Shown | null>(
      (before, [research, queued]) => after(before, research, queued),
      null,
    ),
  );
  return combineLatest([shown$, work$]).pipe(
    map(([shown, work]): LiveResearch => {
      const { research, queued, answered } = shown!;
      const valid = [...answered, ...queued].filter(({ isRefused }) => !isRefused);
      return {
        research: research && valid.reduce(withCall, work ? withWork(research, work) : research),
        queued: queued.map(({ id: callId, action, isRefused, code }) => ({ id: callId, action, isRefused, code })),
      };
    }),
    throttleTime(STEPS_MS, undefined, { leading: true, trailing: true }),
  );
}
