/**
 * Retrieval. The ranking of search (server/core/search) finds documents; their passages are scored with the same idf of
 * words. If the organization has an embedding provider, the passages with the nearest vectors are added.
 *
 *   question ─┬► terms ──► ranked documents ──┬► read if visible now ─► passages ─► rank fusion ─► choice
 *             └► vector ─► nearest passages ──┘
 */
import { answeredTerms } from '../../../sync/ranking/matching';
import { matchesIn } from '../../../sync/ranking/passages';
import { coverageOf, raritiesOf, wordsOf } from '../../../sync/ranking/score';
import { sourcesOf, type Target } from '../../../sync/ranking/sources';
import { isSearched } from '../../../sync/merge/searched-texts';
import type { KindName, SearchableKind } from '../../../sync/model/kinds';
import { ITEM_TYPES_OF, OWN_KINDS, type OwnKind } from '../../../sync/model/own-kinds';
import { CONTEXT_KINDS } from '../../../sync/model/kinds/turns';
import { askedTerms, writingOf } from '../../../sync/text/asked';
import type { QueryTerm } from '../../../sync/text/query';
import type { Passage } from '../../ai/extractive/interface';
import type { Actor, Platform } from '../../platform/context';
import type { PieceReaders } from '../../shared/passages';
import type { Scope } from '../search/question';
import { DocumentRanking, type RankedDocuments } from '../search/rank-documents';
import { keyOf, keysVisible, readVisible, withTexts, type Row } from '../search/read-documents';
import { timeSlices } from '../search/slices';
import { cutsOf, type Cut } from './cut';
import { fused, type FusedCandidate } from './fuse';
import { piecesOf } from './pieces';
import type { Retrieval, RetrievalRequest, Retrieved } from './retrieval';
import { choosePassages } from './choose';
import type { Near, NearestPassages } from './vector-search';
import { wholeCutsOf } from './whole-cuts';

/** documents whose passages are read at most; if none matches well, the closest ones */
const DOCUMENTS = 20;
const CLOSEST = 5;
/** weight of words that only earlier questions have */
const BEFORE = 0.5;
/** candidates of one document at most */
const OF_DOCUMENT = 8;

type FoundKind = (typeof CONTEXT_KINDS)[number];
const isFoundKind = (kind: SearchableKind): kind is FoundKind => (CONTEXT_KINDS as readonly string[]).includes(kind);

const NOTHING: Retrieved = { passages: [], coverage: 0, isClosest: false, rarity: new Map() };

export class PassageRetrieval implements Retrieval {
  private readonly ranking: DocumentRanking;

  constructor(
    private readonly platform: Pick<Platform, 'query' | 'clock'>,
    private readonly pieces: PieceReaders,
    /** absent: passages are found by words only */
    private readonly vectors?: NearestPassages,
  ) {
    this.ranking = new DocumentRanking(platform);
  }

  async find({
    actor,
    question,
    before = [],
    language,
    context,
    kinds,
    limit,
    signal,
  }: RetrievalRequest): Promise<Retrieved> {
    const scope = scopeOf(context, kinds);
    const answer = await this.ranked(actor, termsOf(question, before), scope);
    signal.throwIfAborted();
    if (!answer) return NOTHING;
    const found = answer.ranked.filter(({ collection }) => isFoundKind(collection));
    const near =
      (await this.vectors?.near(actor, { text: [...before.toReversed(), question].join(' '), scope, found }, signal)) ??
      [];
    if (found.length + near.length === 0) return NOTHING;
    const weigher = new Weigher(answer);
    const candidates = await this.candidates(actor, { found, near }, weigher, signal);
    const passages = choosePassages(fused(candidates), {
      limit,
      now: this.platform.clock.now(),
      asked: askedIn(question, language),
    });
    return {
      passages: passages.map(({ passage }) => passage),
      coverage: weigher.covered(passages.reduce((all, { mask }) => all | mask, 0)),
      isClosest: answer.closest && passages.length > 0,
      rarity: weigher.rarity,
    };
  }

  async visible(
    actor: Pick<Actor, 'companyId' | 'userId'>,
    documents: readonly { kind: string; id: string }[],
  ): Promise<Set<string>> {
    const asked = documents.filter(({ kind }) => isFoundKind(kind as SearchableKind));
    const seen = await keysVisible(
      this.platform,
      actor,
      asked.map(({ kind, id }) => ({ collection: kind as KindName, id })),
    );
    return new Set(asked.filter(({ kind, id }) => seen.has(`${kind}/${id}`)).map(({ id }) => id));
  }

  /** Ranks documents. If none matches well, ranks them by those words of the question that occur in any text. */
  private async ranked(
    actor: RetrievalRequest['actor'],
    terms: QueryTerm[],
    scope: Scope,
  ): Promise<RankedDocuments | null> {
    const answer = await this.ranking.rank(actor, terms, DOCUMENTS, scope);
    if (!answer || answer.ranked.length > 0) return answer;
    const known = answer.found.filter(({ matches }) => matches.length > 0).map(({ term }) => term);
    const closest = known.length === 0 ? null : await this.ranking.rank(actor, known, CLOSEST, scope);
    return { ...answer, ranked: closest?.ranked ?? [], closest: true };
  }

  private async candidates(
    actor: Pick<Actor, 'companyId' | 'userId'>,
    { found, near }: { found: readonly Target[]; near: readonly Near[] },
    weigher: Weigher,
    signal: AbortSignal,
  ): Promise<FusedCandidate[]> {
    const breathe = timeSlices();
    const nearOf = new Map<string, Map<string, number>>();
    for (const { source, hash, similarity } of near)
      nearOf.set(keyOf(source), (nearOf.get(keyOf(source)) ?? new Map<string, number>()).set(hash, similarity));
    const inWords = new Set(found.map(keyOf));
    const targets = [...new Map([...found, ...near].map((target) => [keyOf(target), target] as const)).values()];
    const rows = await readVisible(this.platform, actor, targets);
    const shown = targets.filter((target) => {
      const row = rows.get(keyOf(target));
      return row && isFoundKind(target.collection) && isSearched(target.collection, row);
    });
    const candidates: FusedCandidate[] = [];
    for await (const { targets: some, texts } of withTexts(this.platform, actor, shown, shown.length)) {
      signal.throwIfAborted();
      for (const target of some) {
        const row = rows.get(keyOf(target))!;
        const document = documentOf(target.collection as FoundKind, target.id, row);
        const title = weigher.maskOf(document.title);
        const byWords: FusedCandidate[] = [];
        const byMeaning: FusedCandidate[] = [];
        const candidateOf = ({ heading, mask, ...cut }: Cut, similarity?: number): FusedCandidate => {
          const score = weigher.score(mask, title | (heading === '' ? 0 : weigher.maskOf(heading)), cut.text);
          return { document: keyOf(target), mask: mask | title, similarity, passage: { ...document, ...cut, score } };
        };
        for (const source of sourcesOf(target)) {
          const text = keyOf(source) === keyOf(target) ? row : texts.get(keyOf(source));
          if (!text) continue;
          const pieces = piecesOf(this.pieces, source.collection, text, row);
          if (inWords.has(keyOf(target)))
            for (const cut of cutsOf(pieces, (each) => weigher.maskOf(each))) byWords.push(candidateOf(cut));
          const wanted = nearOf.get(keyOf(source));
          if (wanted)
            for (const { hash, ...cut } of wholeCutsOf(pieces)) {
              const similarity = wanted.get(hash);
              if (similarity !== undefined)
                byMeaning.push(candidateOf({ ...cut, mask: weigher.maskOf(cut.text) }, similarity));
            }
          await breathe();
        }
        const best = byWords.sort((a, b) => b.passage.score - a.passage.score).slice(0, OF_DOCUMENT);
        candidates.push(...best, ...byMeaning);
      }
    }
    return candidates;
  }
}

function documentOf(
  kind: FoundKind,
  id: string,
  row: Row,
): Omit<Passage, 'text' | 'start' | 'partId' | 'at' | 'score'> {
  return {
    kind,
    id,
    title: String(row['title'] ?? '').slice(0, 300),
    url: kind === 'projectItems' ? String(row['url'] ?? '') : '',
    projectId: kind === 'projects' ? id : String(row['projectId'] ?? ''),
    updatedAt: Number(row['contentAt'] || row['actualStartAt'] || row['updatedAt'] || row['createdAt'] || 0),
  };
}

/** The terms of a question, and with less weight those that only earlier questions have. */
function termsOf(question: string, before: readonly string[]): QueryTerm[] {
  const terms = askedTerms(question);
  for (const earlier of before) {
    const known = new Set(terms.map(({ term }) => term));
    const first = 1 + Math.max(-1, ...terms.map(({ word }) => word));
    for (const { also = [], share, weight = 1, word, ...rest } of askedTerms(earlier))
      if (!known.has(rest.term))
        terms.push({
          ...rest,
          word: first + word,
          share: share * BEFORE,
          weight: weight * BEFORE,
          also: also.map((each) => ({ ...each, weight: (each.weight ?? 1) * BEFORE })),
        });
  }
  return terms;
}

function scopeOf(context: RetrievalRequest['context'], kinds: RetrievalRequest['kinds'] = OWN_KINDS): Scope {
  const projects = context.filter(({ kind }) => kind === 'projects');
  // The scope has one list of kinds: it is limited to meetings only if the context limits every project to them.
  const isOfMeetings = projects.length > 0 && projects.every(({ only }) => only === 'meetings');
  const searched = isOfMeetings ? kinds.filter((kind) => kind === 'meetings') : kinds;
  // with all kinds, the texts of projects themselves are searched too
  const isLimited = new Set(searched).size < OWN_KINDS.length;
  const collectionsOf = (kind: OwnKind): string[] =>
    ITEM_TYPES_OF[kind].length > 0 ? ITEM_TYPES_OF[kind].map((type) => `projectItems/${type}`) : [kind];
  return {
    projects: projects.map(({ id }) => id),
    kinds: isLimited ? searched.flatMap(collectionsOf) : null,
    documents: context.filter(({ kind }) => kind !== 'projects').map(({ kind, id }) => `${kind}/${id}`),
  };
}

const WRITING_OF: Record<string, ReturnType<typeof writingOf>> = { ja: 'ja', ko: 'ko', zh_hans: 'zh', zh_hant: 'zh' };
/** The script of a question. A question in Han characters only is Japanese if its language is. */
function askedIn(question: string, language: string): ReturnType<typeof writingOf> {
  const writing = writingOf(question);
  return writing === 'zh' && WRITING_OF[language] === 'ja' ? 'ja' : writing;
}

/** Scores texts by the words of one question. */
class Weigher {
  readonly rarity: ReadonlyMap<string, number>;
  private readonly terms: QueryTerm[];
  private readonly rarities: number[];
  private readonly words: ReturnType<typeof wordsOf>;

  constructor({ found, matched, statistics }: RankedDocuments) {
    this.terms = answeredTerms(found);
    this.rarities = raritiesOf(matched, statistics.sources);
    this.words = wordsOf(matched, this.rarities);
    this.rarity = new Map(found.map(({ term }, i) => [term.term, this.rarities[i]!]));
  }

  maskOf(text: string): number {
    let mask = 0;
    for (const { term } of matchesIn(text, this.terms, 'text')) mask |= 1 << term;
    return mask;
  }

  covered(mask: number): number {
    return coverageOf(mask, this.words).covered;
  }

  /**
   * Scores a passage. Terms in its own text count more than those in its title and heading; long passages score lower.
   * @param own bit set of terms in the passage
   * @param around bit set of terms in its title and heading
   */
  score(own: number, around: number, text: string): number {
    const coverage = 0.6 * this.covered(own) + 0.4 * this.covered(own | around);
    let rare = 0;
    this.rarities.forEach((each, i) => {
      if (own & (1 << i)) rare += each;
    });
    return coverage * coverage * (1 + rare / 20) * (1 - Math.min(0.2, text.length / 10_000));
  }
}
