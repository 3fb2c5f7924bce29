/**
 * Executes the steps of a research within its budget. The output of a step is stored once per run (server/runs), so a
 * later attempt does not repeat it. A replay only reads stored outputs; it makes the report of a research that was
 * stopped or failed.
 */
import type { ResearchBudget, ResearchStep } from '../../../sync/model/kinds/researches';
import type { RunContext, StepOutputs } from '../../runs/run';
import type { Timeline } from './timeline';

const MINUTE_MS = 60_000;
/** share of the budget that searching and reading may use; the rest is for the report */
const GATHERING_SHARE = 0.7;
const GATHERING: readonly ResearchStep['kind'][] = ['own', 'serp', 'page', 'extract', 'gaps'];

export interface StepOutput {
  /** error code of a failure that is not retried; '' for none */
  error: string;
  /** tokens that a language model used */
  tokens?: number;
  /** upper bound of their cost, in the currency of the model's prices */
  money?: number;
}

export interface StepRequest {
  kind: ResearchStep['kind'];
  /** unique within the research */
  id: string;
  name: string;
  /** for a page: its address, and the question for which it is read */
  url?: string;
  why?: string;
  /** the stored output is reused only for an equal input */
  input: unknown;
  /** upper bound of the tokens that it uses */
  tokens?: number;
}

export class Steps {
  tokens = 0;
  /** upper bound of the cost of the tokens, by the prices of the models that answered */
  money = 0;
  /** budgets that were reached */
  readonly reached = new Set<'sources' | 'minutes' | 'tokens' | 'money'>();
  private readonly sources = new Set<string>();
  private done = 0;

  constructor(
    private readonly parts: {
      budget: ResearchBudget;
      /** price of a million tokens: the highest of all models that may answer; 0 if they are free */
      price: number;
      stored: StepOutputs;
      /** milliseconds since the work started */
      elapsed(): number;
      /** null for a replay */
      live: { context: Pick<RunContext<unknown>, 'step' | 'progress' | 'signal'>; timeline: Timeline } | null;
    },
  ) {}

  get isReplay(): boolean {
    return this.parts.live === null;
  }

  private costOf(tokens: number): number {
    return (tokens * this.parts.price) / 1e6;
  }

  get sourceCount(): number {
    return this.sources.size;
  }

  /** Counts a document or page as a source. Returns false if the budget of sources is reached. */
  takeSource(key: string): boolean {
    if (this.sources.has(key)) return true;
    if (this.sources.size >= this.parts.budget.sources) {
      this.reached.add('sources');
      return false;
    }
    this.sources.add(key);
    return true;
  }

  /** Reads the stored output of a step without counting its tokens; undefined if the step is not finished. */
  stored<T extends StepOutput>(id: string, input: unknown): T | undefined {
    return this.parts.stored.get(id, input) as T | undefined;
  }

  /** Executes a step, or reads its stored output; null if a budget is reached or a replay has no stored output. */
  async run<T extends StepOutput>(request: StepRequest, work: () => Promise<T>): Promise<T | null> {
    const { stored, live } = this.parts;
    const known = stored.get(request.id, request.input) as T | undefined;
    if (known === undefined && (!live || !this.isWithin(request))) return null;
    const output = live ? await this.execute(live, request, known !== undefined, work) : known!;
    this.tokens += output.tokens ?? 0;
    this.money += output.money ?? this.costOf(output.tokens ?? 0);
    return output;
  }

  private async execute<T extends StepOutput>(
    { context, timeline }: NonNullable<Steps['parts']['live']>,
    { kind, id, name, input, url, why }: StepRequest,
    isKnown: boolean,
    work: () => Promise<T>,
  ): Promise<T> {
    context.signal.throwIfAborted();
    const step = { id, kind, name, error: '', ...(url ? { url } : {}), ...(why ? { why } : {}) };
    if (!isKnown) await timeline.note({ ...step, state: 'running' });
    const output = await context.step(id, input, work);
    await timeline.note({ ...step, state: output.error === '' ? 'done' : 'failed', error: output.error });
    this.done += 1;
    // the number of steps is unknown, so progress approaches 1
    await context.progress(this.done / (this.done + 6));
    return output;
  }

  private isWithin({ kind, tokens = 0 }: StepRequest): boolean {
    const { budget, elapsed } = this.parts;
    const share = GATHERING.includes(kind) ? GATHERING_SHARE : 1;
    if (elapsed() >= budget.minutes * MINUTE_MS * share) this.reached.add('minutes');
    else if (tokens > 0 && this.tokens + tokens > budget.tokens * share) this.reached.add('tokens');
    else if (budget.money && tokens > 0 && this.money + this.costOf(tokens) > budget.money * share)
      this.reached.add('money');
    else return true;
    return false;
  }
}
