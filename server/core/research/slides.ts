/**
 * `/live-slides/{deepResearchId}`: the slides of a research, for everybody while it is shared publicly, and for people
 * who may read it. They have its sentences and none of its quotes, but for a dossier, which has nothing else; a visitor
 * sees how many documents of the workspace are among the sources, and not their names.
 */
import { reportId } from '../../../sync/model/ids';
import type { Report } from '../../../sync/model/kinds/reports';
import { isLanguage, languageTag, type Language } from '../../../sync/model/languages';
import { slidesOf, type SlideTexts } from '../../../sync/model/report-slides';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import type { Authenticator } from '../../platform/http/authenticator';
import type { RawHandler } from '../../platform/http/host';
import type { CoreServices } from '../context';
import { countView } from '../page-views/routes';
import { STYLE_HASH } from '../public-pages/page';
import { publicViewer, type ShownPage } from '../public-pages/viewer';
import { publicSlides } from './public-link';
import { limitLine } from './report-text';
import { textsFor } from './report-texts';
import { slidesPage, slidesPolicy } from './slides-page';

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** The sources as they are named; documents of the workspace are counted for a visitor. */
function sourceLines({ sources }: Pick<Report, 'sources'>, language: Language, isVisitor: boolean): string[] {
  const web = new Map<string, string>();
  const own = new Map<string, string>();
  for (const { kind, id, url, title } of sources)
    if (kind === 'web') web.set(url, [title, hostOf(url)].filter(Boolean).join(' · '));
    else own.set(`${kind}/${id}`, title);
  const names = isVisitor
    ? own.size > 0
      ? [textsFor(language).ownSources.replace('{count}', String(own.size))]
      : []
    : [...own.values()];
  return [...names, ...web.values()].filter((name) => name !== '');
}

export function slideTexts(report: Report, language: Language, isVisitor: boolean): SlideTexts {
  const texts = textsFor(language);
  const date = new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    report.writtenAt,
  );
  const lines = sourceLines(report, language, isVisitor);
  return {
    ...texts,
    subtitle: [report.mode === 'extractive' ? texts.dossier : texts.report, date].join(' · '),
    limitLines: report.limits.map((limit) => limitLine(limit, texts)),
    sourceLines: lines,
  };
}

export function slidesViewer(core: CoreServices, authenticator: Authenticator): RawHandler {
  const { platform, sync } = core;

  /** Throws DEEP_RESEARCH_NOT_FOUND, DEEP_RESEARCH_REPORT_NOT_FOUND */
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
    return { research: found.research, thread: found.thread, report: found.report as Report };
  }

  async function page(actor: Actor | null, id: string): Promise<ShownPage> {
    const { research, thread, report } = await read(actor, id);
    const language = isLanguage(research.language) ? research.language : 'en';
    const texts = textsFor(language);
    const slides = slidesOf(report, thread.title, slideTexts(report, language, actor === null));
    return { id, html: slidesPage(language, thread.title, slides, texts.slides) };
  }

  return publicViewer(platform, authenticator, {
    prefix: 'live-slides',
    imageLimit: 'live-slides-image',
    policy: slidesPolicy(STYLE_HASH),
    open: (id) => publicSlides(platform, id),
    page,
    image: () => Promise.resolve(null),
    countView: (actor, id) => countView(platform, actor, 'slides', id),
  });
}
