/**
 * Records the steps of a research: publishes the start and end of each as live events, and writes the list of steps to
 * the document every few seconds.
 */
import type { ResearchStage, ResearchStep, ResearchUsed } from '../../../sync/model/kinds/researches';
import { wellFormed } from '../../../sync/model/text';
import type { RunContext } from '../../runs/run';
import type { CoreServices } from '../context';
import { setStage, WORKING } from './stages';

const lineOf = (name: string): string => wellFormed(name.slice(0, 300));

/**
 * Returns the finished steps of these questions, and of pages. Steps of other questions are left out: a question about
 * missing information (compare.ts) may contain words of a source that was withdrawn.
 */
export function stepsOf(questions: readonly string[], steps: readonly ResearchStep[]): ResearchStep[] {
  const lines = new Set(questions.map(lineOf));
  return steps.filter(({ kind, name, state }) => state !== 'running' && (kind === 'page' || lines.has(name)));
}

/** milliseconds between two writes of the document */
const DOCUMENT_MS = 3000;
/** maximum number of steps in the document; the latest are kept */
const STEPS_MAX = 300;

export type Used = ResearchUsed & { money: number };

export class Timeline {
  private steps: ResearchStep[] = [];
  private writtenAt = performance.now();

  constructor(
    private readonly core: Pick<CoreServices, 'sync' | 'live' | 'platform'>,
    private readonly context: Pick<RunContext<unknown>, 'companyId' | 'subject'>,
    private readonly used: () => Used,
    /** start of this round of the work, in milliseconds since the epoch */
    private readonly since: number,
  ) {}

  get list(): ResearchStep[] {
    return this.steps.slice(-STEPS_MAX);
  }

  /** Records the start or the end of a step. */
  async note(step: ResearchStep): Promise<void> {
    const noted = {
      ...step,
      name: lineOf(step.name),
      ...(step.url ? { url: step.url.slice(0, 2048) } : {}),
    };
    const at = this.steps.findIndex(({ id }) => id === step.id);
    if (at < 0) this.steps.push(noted);
    else this.steps[at] = noted;
    const { companyId, subject } = this.context;
    this.core.live
      .publish({ companyId, ...subject }, { type: 'step', since: this.since, step: noted, used: { ...this.used() } })
      .catch((error: unknown) =>
        this.core.platform.log.warn({ err: error }, 'a step of a research could not be published'),
      );
    if (performance.now() - this.writtenAt >= DOCUMENT_MS) await this.write();
  }

  /** Writes steps, use, and a new stage if given to the document. Does nothing if the research was stopped. */
  async write(stage?: ResearchStage): Promise<void> {
    const { companyId, subject } = this.context;
    await this.core.sync.write(companyId, async (tx) => {
      const research = await tx.get('researches', subject.id);
      if (!research || !WORKING.includes(research.stage)) return;
      await setStage(tx, subject.id, stage ?? research.stage, { steps: this.list, used: { ...this.used() } });
    });
    this.writtenAt = performance.now();
  }
}
