/** Ranks passages of extracted texts for a question, by the ranking of search, in memory. */
import type { TextPart, TextPlace } from '../../../sync/model/parsed-text';
import { LIMITS } from '../../../sync/model/limits';
import { rankTexts } from '../search/rank-texts';

export interface TextPassage {
  /** index of the text */
  of: number;
  /** first part of the passage */
  partId: string;
  text: string;
  place: TextPlace;
  /** comparable within one ranking; 0: no match */
  score: number;
}

interface RankedText {
  title: string;
  parts: readonly TextPart[];
}

/** UTF-16 units up to which consecutive short parts are joined to one passage */
const PASSAGE = 1200;

/** Cuts a text into passages. A passage ends before a heading, and at the end of a page, slide or sheet. */
export function cut({ parts }: Pick<RankedText, 'parts'>, of = 0): Omit<TextPassage, 'score'>[] {
  const passages: Omit<TextPassage, 'score'>[] = [];
  let open: Omit<TextPassage, 'score'> | null = null;
  for (const { id, kind, text, place } of parts) {
    const { words: _, ...where } = place;
    if (
      open &&
      kind !== 'heading' &&
      open.text.length + text.length < PASSAGE &&
      open.place.page === where.page &&
      open.place.slide === where.slide &&
      open.place.sheet === where.sheet
    ) {
      open.text += `\n${text}`;
      continue;
    }
    for (let from = 0; from < text.length; from += LIMITS.passage.max)
      passages.push((open = { of, partId: id, text: text.slice(from, from + LIMITS.passage.max), place: where }));
  }
  return passages;
}

/**
 * Returns passages, best first. Passages without a match follow in the order of the text: a question about a whole file
 * ("summarise it") may share no word with it.
 */
export async function rankPassages(
  question: string,
  texts: readonly RankedText[],
  limit: number,
): Promise<{ passages: TextPassage[]; isClosest: boolean }> {
  const all = texts.flatMap((text, of) => cut(text, of));
  const { best, isClosest } = await rankTexts(
    question,
    all.map(({ of, text }) => [
      { field: 'title', text: texts[of]!.title },
      { field: 'content', text },
    ]),
    limit,
  );
  const ranked = best.map(({ text, score }) => ({ ...all[text]!, score }));
  const taken = new Set(best.map(({ text }) => text));
  const others = all.flatMap((passage, n) => (taken.has(n) ? [] : [{ ...passage, score: 0 }]));
  return { passages: [...ranked, ...others].slice(0, limit), isClosest: isClosest || ranked.length === 0 };
}
