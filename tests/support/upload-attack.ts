/**
 * Faults for the requests of one upload, by a seed. Each of the four kinds of requests has a number of faults, in seeded
 * order. Those that cost a whole part are few, as at most a twentieth of the recording may be sent twice.
 */
import type { Fault, ProxiedRequest } from './cutting-proxy';
import { Choices } from './fuzz/random';

type Kind = Fault['kind'];
export type Step = 'apply' | 'offset' | 'part' | 'finish';

const SHORT: readonly Kind[] = ['cut', 'reset', 'answerCut', 'silent', 'hang', '409', '500', 'html'];
/** of parts: each fault that loses the part occurs once, and faults without a loss any number of times */
const PARTS: readonly Kind[] = [
  '409',
  '500',
  'html',
  'hang',
  'silent',
  'lost',
  'lost',
  'answerCut',
  'answerCut',
  'cut',
  'cut',
  'cut',
  'cut',
  'cut',
  'cut',
  'reset',
];

export const stepOf = ({ method, path }: Pick<ProxiedRequest, 'method' | 'path'>): Step | null =>
  path.startsWith('/uploads/')
    ? method === 'HEAD'
      ? 'offset'
      : 'part'
    : path.endsWith('/upload/apply')
      ? 'apply'
      : path.endsWith('/upload/finish')
        ? 'finish'
        : null;

export class Attack {
  private readonly choices: Choices;
  private readonly coming: Record<Step, Kind[]>;

  /**
   * @param parts approximate number of parts of the upload
   * @param each faults of a kind of request that carries no part, at least 1: one of them loses the answer
   */
  constructor(
    readonly seed: number,
    private readonly parts: number,
    each: number,
  ) {
    this.choices = new Choices(seed);
    const some = (): Kind[] => this.shuffled(['lost', ...this.shuffled(SHORT).slice(0, each - 1)]);
    this.coming = { apply: some(), offset: some(), part: this.shuffled(PARTS), finish: some() };
  }

  decide(request: ProxiedRequest): Fault {
    const step = stepOf(request);
    if (!step || this.coming[step].length === 0 || !this.choices.chance(this.chanceOf(step))) return { kind: 'pass' };
    const kind = this.coming[step].shift()!;
    // within the head, within the body, or after all of it
    if (kind === 'cut' || kind === 'reset')
      return { kind, at: 1 + this.choices.below(request.headBytes + request.bodyBytes) };
    if (kind === 'answerCut') return { kind, at: 1 + this.choices.below(200) };
    return { kind };
  }

  /** All faults of the finish occur; the others are spread over the upload. */
  private chanceOf(step: Step): number {
    return step === 'finish' ? 1 : step === 'part' ? Math.min(0.5, (PARTS.length * 1.6) / this.parts) : 0.5;
  }

  private shuffled(kinds: readonly Kind[]): Kind[] {
    const left = [...kinds];
    const out: Kind[] = [];
    while (left.length > 0) out.push(...left.splice(this.choices.below(left.length), 1));
    return out;
  }
}
