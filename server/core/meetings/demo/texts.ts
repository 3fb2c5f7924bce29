/** Transcripts and summaries of the demo's meetings. */
import { newId } from '../../../../sync/model/ids';
import type { Moment } from '../../../../sync/model/kinds/summaries';
import type { DemoMeeting, DemoSummary } from '../../../shared/demo-content';

/** milliseconds per character and between two lines; scaled to the length of the meeting */
const WIDE_MS = 180;
const NARROW_MS = 65;
const PAUSE_MS = 700;
const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

const lengthOf = (text: string): number => {
  const wide = text.match(WIDE)?.length ?? 0;
  return wide * WIDE_MS + (text.length - wide) * NARROW_MS;
};

/** The lines of a meeting with times spread over its duration. */
export function spokenLines({ transcript = [], minutes }: Pick<DemoMeeting, 'transcript' | 'minutes'>) {
  const spoken = transcript.reduce((sum, [, text]) => sum + lengthOf(text) + PAUSE_MS, 0);
  const stretch = (minutes * 60_000) / Math.max(1, spoken);
  let at = 0;
  return transcript.map(([speaker, text]) => {
    const start = Math.round(at);
    const end = Math.round(at + lengthOf(text) * stretch);
    at = end + PAUSE_MS * stretch;
    return { start, end, text, speaker };
  });
}

/** Fields of a summary written by people; its moments quote whole lines. */
export function demoSummary(
  { markdown, items }: DemoSummary,
  segments: readonly { id: string; text: string }[],
  { id, creatorId, end }: { id: string; creatorId: string; end: number },
) {
  const moments: Moment[] = [];
  const momentOf = (line: number, n: number): Moment => {
    const segment = segments[line - 1];
    if (!segment) throw new Error(`the demo has no line ${line}`);
    return { n, segmentId: segment.id, quote: segment.text };
  };
  const content = markdown.replace(/\{(\d+)\}/g, (_all, line: string) => {
    moments.push(momentOf(Number(line), moments.length + 1));
    return `[^${moments.length}]`;
  });
  return {
    meetingId: id,
    creatorId,
    content,
    templateId: '',
    status: 'done' as const,
    error: '',
    versions: [],
    provider: '',
    model: '',
    mode: 'import',
    generatedAt: end,
    moments,
    items: items.map(({ lines, ...item }) => ({
      id: newId(end),
      ...item,
      moments: lines.map((line, i) => momentOf(line, i + 1)),
    })),
    language: '' as const,
    editedBy: '',
    editedAt: 0,
  };
}
