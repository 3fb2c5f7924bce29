/**
 * Finds sentences of a meeting that may be a decision or an action, by cue words of five languages. They are
 * candidates: in real meetings most decisions are made without such words, so a person confirms or dismisses each.
 */
import { fold } from '../text/fold';
import { notedIn } from './noted';
import type { TimedMoment, TimedSegment } from './segments';

export interface Candidate {
  kind: 'decision' | 'action';
  /** '' if the candidate was typed */
  segmentId: string;
  /** the typed line, or bookmark with text */
  momentId?: string;
  /** the sentence, unchanged */
  text: string;
  participantId: string;
}

/** least UTF-16 units of a candidate; shorter sentences are meaningless without context */
const LEAST_LATIN = 16;
const LEAST_WIDE = 6;
/** most UTF-16 units of a candidate */
const MOST = 400;
/** most candidates of one meeting */
const CANDIDATES_MAX = 40;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const DECISION =
  /\b(?:we(?:'ve| have)? (?:decided|agreed|settled)|(?:it(?:'s| is| was)|that(?:'s| is)) (?:decided|agreed|settled)|(?:final|our) decision|let(?:'s| us) go with|we(?:'ll| will) go with|we(?:'re| are) going with|so the .{1,40} (?:stays|will be|is)|(?:approved|rejected|signed off))\b|决定|決定し|決定です|決まり|決めます|決めました|確定し|確定です|に(?:します|しましょう)(?=$|[。、!！]|ね|が)|ということで|就这么定|就這麼定|定下来|定下來|定为|定為|敲定|确定(?:了|为|下来)|確定(?:了|為|下來)|一致同意|拍板|通过了|通過了|(?<!沒有|没有)決定(?!的时候)|결정(?:했|하겠|됐|되었|합시다|하죠)|정했|정하겠|하기로 (?:했|하|합)|확정(?:했|하|됐|합)|합의(?:했|됐)/u;

const ACTION =
  /\b(?:action item|to[- ]do|i(?:'ll| will| can) (?!be\b|not\b|see\b)\w+|(?:can|could|would|will) you (?:please )?\w+|please \w+|(?:he|she|they|\p{Lu}\w+)(?:'ll| will) (?:send|draw|write|prepare|check|call|ask|do|take|fix|update|bring|finish|review|book)|by (?:next |this )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|the end of)|(?:needs?|has|have) to (?:be )?\w+|follow up|take care of)\b|までに|お願いし|お願いできま|やっておき|しておきます|いたします(?=$|[。、])|私(?:が|から|の(?:方|ほう)で).{0,30}ます|(?:対応|用意|準備|確認)します|送ります|(?:由|请|請|麻烦|麻煩).{1,16}(?:负责|負責|准备|準備|整理|确认|確認|跟进|跟進|发|發|做|写|寫)|我(?:来|來|会|會|负责|負責)|之前(?:完成|交|发|發|给|給|做完|寄)|(?:下周|下週|本周|本週|周[一二三四五六日]|週[一二三四五六日]|星期[一二三四五六日]|明天)(?:之?前|给|給|发|發|交|完成)|待办|待辦|跟进|跟進|까지|제가 .{0,30}(?:겠습니다|할게요|드릴게요|보낼게요)|(?:해|보내|확인해|준비해|정리해) ?(?:주세요|주시겠|드리겠|놓겠|두겠)|담당(?:하|은|해)/iu;

let segmenter: Intl.Segmenter | undefined;
const sentencesOf = (text: string): string[] =>
  [...(segmenter ??= new Intl.Segmenter('und', { granularity: 'sentence' })).segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence.length >= (WIDE.test(sentence) ? LEAST_WIDE : LEAST_LATIN));

/** The kind of a sentence by its cue words. Null if it has none, or is a question that does not request an action. */
function kindOf(sentence: string): Candidate['kind'] | null {
  if (/[?？]$/u.test(sentence) && !/(?:can|could|would|will) you|お願い|주시겠/iu.test(sentence)) return null;
  const plain = sentence.replace(/[‘’]/gu, "'");
  // the English cue words are in lower case
  return DECISION.test(plain.toLowerCase()) ? 'decision' : ACTION.test(plain) ? 'action' : null;
}

/** Candidates among typed lines, which come first, as they are more likely: by label, check box or cue words. */
function typedCandidates(segments: readonly TimedSegment[], moments: readonly TimedMoment[]): Candidate[] {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  return moments.flatMap(({ id, text, segmentId }): Candidate[] => {
    const noted = notedIn(text);
    const kind = noted ? (noted.isDone ? null : noted.kind) : kindOf(text.trim());
    if (!kind) return [];
    const words = noted ? noted.text : text.trim();
    if (words !== '') return [{ kind, segmentId: '', momentId: id, text: words.slice(0, MOST), participantId: '' }];
    // a label without text marks the segment of that time
    const segment = byId.get(segmentId);
    return segment
      ? [{ kind, segmentId, text: segment.text.slice(0, MOST), participantId: segment.participantId }]
      : [];
  });
}

/** Removes duplicates of bookmarks that mark the same segment by a label only. */
function distinctCandidates(candidates: readonly Candidate[]): Candidate[] {
  const keyOf = ({ kind, segmentId, momentId, text }: Candidate): string =>
    JSON.stringify([kind, segmentId, momentId, text]);
  return [...new Map(candidates.map((candidate) => [keyOf(candidate), candidate])).values()];
}

/**
 * @param segments in order (timedSegments)
 * @param moments of the meeting, in order (timedMoments)
 */
export function candidatesIn(segments: readonly TimedSegment[], moments: readonly TimedMoment[] = []): Candidate[] {
  const candidates = distinctCandidates(typedCandidates(segments, moments)).slice(0, CANDIDATES_MAX);
  const seen = new Set(candidates.map(({ text }) => fold(text).text));
  for (const { id, participantId, text } of segments)
    for (const sentence of sentencesOf(text)) {
      if (candidates.length >= CANDIDATES_MAX) return candidates;
      const kind = kindOf(sentence);
      const key = kind ? fold(sentence).text : '';
      if (!kind || seen.has(key)) continue;
      seen.add(key);
      candidates.push({ kind, segmentId: id, text: sentence.slice(0, MOST), participantId });
    }
  return candidates;
}
