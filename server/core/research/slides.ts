/**
 * Serves `/live-slides/{deepResearchId}`, the slides of a research: to everyone while it is shared publicly, and to
 * members who may read it. The slides show the sentences of the report; in a report without a model, these are quotes.
 * A visitor sees only the number of the organization's documents among the sources, not their titles.
 */
import { sourceLines } from '../../../sync/model/citations';
import { reportId } from '../../../sync/model/ids';
import type { CitationStyle } from '../../../sync/model/kinds/preferences';
import type { Report } from '../../../sync/model/kinds/reports';
import { isLanguage, languageTag, type Language } from '../../../sync/model/languages';
import { slidesOf, type SlideTexts } from '../../../sync/model/report-slides';
import { documentCount } from '../../../sync/model/report-sources';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import type { Authenticator } from '../../platform/http/authenticator';
import type { RawHandler } from '../../platform/http/host';
import type { CoreServices } from '../context';
import { timeZoneOf } from '../person-time-zone';
import { countView } from '../page-views/routes';
import { STYLE_HASH } from '../public-pages/page';
import { publicViewer, type ShownPage } from '../public-pages/viewer';
import { publicSlides } from './public-link';
import { limitLine } from './report-text';
import { textsFor } from './report-texts';
import { slidesPage, slidesPolicy } from './slides-page';

/** The lines of the list of sources; for a visitor, documents of the organization are only counted. */
function linesFor(report: Report, language: Language, style: CitationStyle | null): string[] {
  if (style) return sourceLines(report, { style, language });
  const sources = report.sources.filter(({ kind }) => kind === 'web');
  const own = documentCount(report.sources) - documentCount(sources);
  const web = sourceLines({ ...report, sources }, { style: 'numbered', language });
  return own > 0 ? [textsFor(language).ownSources.replace('{count}', String(own)), ...web] : web;
}

/**
 * @param style citation style of the reader; null for a visitor
 * @param timeZone of the day on which the report was written
 */
export function slideTexts(
  report: Report,
  language: Language,
  style: CitationStyle | null,
  timeZone: string,
): SlideTexts {
  const texts = textsFor(language);
  const date = new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeZone }).format(report.writtenAt);
  const lines = linesFor(report, language, style);
  return {
    ...texts,
    subtitle: [report.mode === 'extractive' ? texts.dossier : texts.report, date].join(' · '),
    limitLines: report.limits.map((limit) => limitLine(limit, texts)),
    sourceLines: lines,
  };
}

export function slidesViewer(core: CoreServices, authenticator: Authenticator): RawHandler {
  const { platform, sync } = core;

  /** @param actor null for a visitor. Throws DEEP_RESEARCH_NOT_FOUND and DEEP_RESEARCH_REPORT_NOT_FOUND */
  async function read(actor: Actor | null, id: string) {
    const companyId = actor?.companyId ?? (await publicSlides(platform, id))?.companyId;
    if (!companyId) throw new CallError('DEEP_RESEARCH_NOT_FOUND');
    const found = actor
      ? {
          research: await sync.visible(actor, 'researches', id),
          thread: await sync.visible(actor, 'threads', id),
          report: await sync.visible(actor, 'reports', reportId(id)),
        }
      : await sync.read(companyId, async (tx) => ({
          research: await tx.get('researches', id),
          thread: await tx.get('threads', id),
          report: await tx.get('reports', reportId(id)),
        }));
    if (!found.research || !found.thread) throw new CallError('DEEP_RESEARCH_NOT_FOUND');
    if (!found.report) throw new CallError('DEEP_RESEARCH_REPORT_NOT_FOUND');
    const preferences = actor && (await sync.visible(actor, 'preferences', actor.userId));
    const style = actor && (preferences?.citationStyle ?? 'numbered');
    const people = [...(actor ? [actor.userId] : []), found.thread.creatorId];
    const timeZone = (await sync.read(companyId, (tx) => timeZoneOf(tx, ...people))) || 'UTC';
    return { research: found.research, thread: found.thread, report: found.report as Report, style, timeZone };
  }

  async function page(actor: Actor | null, id: string): Promise<ShownPage> {
    const { research, thread, report, style, timeZone } = await read(actor, id);
    const language = isLanguage(research.language) ? research.language : 'en';
    const texts = textsFor(language);
    const slides = slidesOf(report, thread.title, slideTexts(report, language, style, timeZone));
    return { id, html: slidesPage(language, thread.title, slides, texts.slides) };
  }

  return publicViewer(platform, authenticator, {
    prefix: 'live-slides',
    isPersonal: true,
    imageLimit: 'live-slides-image',
    policy: slidesPolicy(STYLE_HASH),
    open: (id) => publicSlides(platform, id),
    page,
    image: () => Promise.resolve(null),
    countView: (actor, id) => countView(platform, actor, 'slides', id),
  });
}
