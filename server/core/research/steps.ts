/**
 * The steps of a research within its budget. What a step has found is stored once under the run (server/runs): a later
 * attempt neither searches, reads nor asks again for it. A replay does nothing but read what is stored, for the report
 * of a research that was stopped or failed.
 */
import type { ResearchBudget, ResearchStep } from '../../../sync/model/kinds/researches';
import type { RunContext, StepOutputs } from '../../runs/run';
import type { Timeline } from './timeline';

const MINUTE_MS = 60_000;
/** share of the budget that searching and reading may take: the rest is for the report */
const GATHERING_SHARE = 0.7;
const GATHERING: readonly ResearchStep['kind'][] = ['own', 'serp', 'page', 'extract', 'gaps'];

export interface StepOutput {
  /** an error code of what could not be done, and is not tried again; '' for none */
  error: string;
  /** of a language model */
  tokens?: number;
  /** what they cost at most, in the currency of the model's prices */
  money?: number;
}

export interface StepRequest {
  kind: ResearchStep['kind'];
  /** unique within the research */
  id: string;
  name: string;
  /** of a page: its address, and the question for which it is read */
  url?: string;
  why?: string;
  /** another input makes it another step */
  input: unknown;
  /** tokens that it needs at most */
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
      /** of a million tokens of the language model, the highest one of all that may answer; 0: it costs nothing */
      price: number;
      stored: StepOutputs;
      /** milliseconds since the work began */
      elapsed(): number;
      /** null: a replay */
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

  /** Whether a document or page may be read, too; counts it. */
  takeSource(key: string): boolean {
    if (this.sources.has(key)) return true;
    if (this.sources.size >= this.parts.budget.sources) {
      this.reached.add('sources');
      return false;
    }
    this.sources.add(key);
    return true;
  }

  /** The stored output of a step; undefined if it is not finished. Its tokens are not counted. */
  stored<T extends StepOutput>(id: string, input: unknown): T | undefined {
    return this.parts.stored.get(id, input) as T | undefined;
  }

  /** The output of a step; null where a budget is reached, or a replay has none. */
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
    // how many steps there will be is not known: progress slows down as it goes
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
