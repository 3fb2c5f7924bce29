/**
 * Reads text from pictures (tesseract.js), with the box of each word. The language is found by some lines of
 * the first picture: a model recognises text of its own script with a confidence that no other model reaches.
 */
import type { Worker as Thread } from 'node:worker_threads';
import type { Worker } from 'tesseract.js';
import type { TextPlace } from '../../../sync/model/parsed-text';
import type { TextCollector } from '../text/collector';
import { addRead, LEAST_CONFIDENCE, linesOf, type ReadLine } from './lines';
import { codeOf, gatherData, READABLE, type Readable } from './languages';
import type { Picture } from './picture';
import { sampleOf } from './sample';
import { within } from '../within';

interface Pass {
  language: Readable;
  /** per cent */
  confidence: number;
  lines: ReadLine[];
}

/** Confidence from which a text is of the model's language. */
const CERTAIN = 85;
const LIKELY = 70;
/** Models of both scripts are confident about either: both are tried. */
const CHINESE: readonly Readable[] = ['zh-Hans', 'zh-Hant'];

export interface ReaderTerms {
  /** languages that are likely (BCP 47), the likeliest first */
  languages: readonly string[];
  /** folder for files of this process, which need not exist */
  scratch: string;
}

export class Reader {
  private worker: Worker | null = null;
  private loaded: Readable | null = null;
  private language: Readable | null = null;

  constructor(
    private readonly text: TextCollector,
    private readonly terms: ReaderTerms,
  ) {}

  /**
   * Adds the picture's paragraphs. Returns false for a blank picture, which costs next to nothing.
   * @param limit milliseconds; a picture that takes longer is left out
   */
  async read(picture: Picture, place: TextPlace, limit: number): Promise<boolean> {
    const sample = await sampleOf(picture);
    if (!sample) return false;
    const pass = await within(limit, this.recognize(picture, sample));
    if (pass) {
      const { nextId } = this.text;
      addRead(this.text, pass.lines, place, picture);
      if (this.text.nextId !== nextId) this.text.notice('ocr');
    } else {
      this.text.notice('partly');
      await this.close();
    }
    return true;
  }

  /** Gives the memory of the worker back; the next picture starts another one. */
  async close(): Promise<void> {
    const { worker } = this;
    this.worker = this.loaded = null;
    // `terminate` does not wait for the end of the thread, which has the memory
    await (worker as (Worker & { worker: Thread }) | null)?.worker.terminate();
  }

  private async recognize(picture: Picture, sample: Picture): Promise<Pass> {
    const candidates = candidatesOf(this.terms.languages);
    const found = this.language ? null : await this.compare(sample, candidates);
    // a guess tells nothing about the next picture
    if (found && found.confidence >= LIKELY) this.language = found.language;
    return this.pass(picture, this.language ?? found?.language ?? candidates[0]!);
  }

  /** The pass of the model that is the most confident about some lines; null where none takes them for text. */
  private async compare(sample: Picture, candidates: readonly Readable[]): Promise<Pass | null> {
    let best: Pass | null = null;
    for (const language of candidates) {
      const pass = await this.pass(sample, language);
      if (pass.lines.length === 0) continue;
      if (pass.confidence > (best?.confidence ?? LEAST_CONFIDENCE)) best = pass;
      if (best === pass && pass.confidence >= CERTAIN && !CHINESE.includes(language)) break;
    }
    return best;
  }

  private async pass(picture: Picture, language: Readable): Promise<Pass> {
    const worker = await this.workerFor(language);
    const { data } = await worker.recognize(picture.bytes, {}, { blocks: true, text: false, hocr: false, tsv: false });
    return { language, confidence: data.confidence, lines: linesOf(data.blocks ?? []) };
  }

  /**
   * One worker for all languages: another one would need as much memory again before the first has given its own back.
   */
  private async workerFor(language: Readable): Promise<Worker> {
    if (!this.worker) {
      const { createWorker, OEM } = (await import('tesseract.js')).default;
      await gatherData(this.terms.scratch);
      this.worker = await createWorker(codeOf(language), OEM.LSTM_ONLY, {
        langPath: this.terms.scratch,
        cacheMethod: 'none',
        gzip: true,
        // the default handler throws outside any promise, so its error cannot be caught
        errorHandler: () => undefined,
      });
    } else if (this.loaded !== language) await this.worker.reinitialize(codeOf(language));
    this.loaded = language;
    return this.worker;
  }
}

/** English and Korean first: their text is recognised immediately. */
const ORDER: readonly Readable[] = ['en', 'ko', 'ja', 'zh-Hans', 'zh-Hant'];
function candidatesOf(hints: readonly string[]): Readable[] {
  const hinted = hints.filter((hint): hint is Readable => (READABLE as readonly string[]).includes(hint));
  return [...new Set([...hinted, ...ORDER])];
}
