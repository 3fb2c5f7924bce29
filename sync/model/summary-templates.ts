/**
 * Built-in templates of meeting summaries (workspace 3): ids, categories and texts. Each language has a file of texts,
 * loaded with the first template: by the server from its build, by the page from its precache, so also offline.
 */
import type { Language } from './languages';

/** Categories in the order of the picker. */
export const TEMPLATE_CATEGORIES = [
  'progress',
  'decisions',
  'problems',
  'communication',
  'learning',
  'innovation',
] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

/** Ids of the templates of each category, in the order of the picker. */
export const BUILT_IN_TEMPLATES = {
  progress: ['project-progress', 'daily-standup', 'weekly-meeting', 'sprint-review'],
  decisions: ['decision-meeting', 'strategic-planning', 'budget-review', 'vendor-selection'],
  problems: ['incident-review', 'root-cause', 'risk-review', 'customer-escalation'],
  communication: ['one-on-one', 'client-meeting', 'all-hands', 'cross-team-sync'],
  learning: ['training', 'retrospective', 'talk', 'onboarding'],
  innovation: ['brainstorming', 'user-interview', 'design-review', 'experiment-review'],
} as const satisfies Record<TemplateCategory, readonly string[]>;
export type BuiltInTemplateId = (typeof BUILT_IN_TEMPLATES)[TemplateCategory][number];

/** All ids in the order of the picker. */
export const BUILT_IN_TEMPLATE_IDS: readonly BuiltInTemplateId[] = TEMPLATE_CATEGORIES.flatMap(
  (category) => BUILT_IN_TEMPLATES[category],
);

export const isBuiltInTemplate = (id: string): id is BuiltInTemplateId =>
  (BUILT_IN_TEMPLATE_IDS as readonly string[]).includes(id);

export const isTemplateCategory = (id: string): id is TemplateCategory =>
  (TEMPLATE_CATEGORIES as readonly string[]).includes(id);

export const categoryOfBuiltIn = (id: BuiltInTemplateId): TemplateCategory =>
  TEMPLATE_CATEGORIES.find((category) => (BUILT_IN_TEMPLATES[category] as readonly string[]).includes(id))!;

export interface TemplateSection {
  heading: string;
  /** instructions for the section */
  what: string;
}

interface TemplateText {
  title: string;
  /** its purpose, and the readers of the summary */
  purpose: string;
  sections: readonly TemplateSection[];
  leaveOut: string;
  length: string;
}

/** The built-in templates in one language. */
export interface TemplateTexts {
  categories: Record<TemplateCategory, string>;
  labels: { leaveOut: string; length: string };
  templates: Record<BuiltInTemplateId, TemplateText>;
}

export interface BuiltInTemplate {
  title: string;
  /** Markdown: the purpose, `## ` headings with instructions, what to leave out, and the length */
  content: string;
}

const FILES: Record<Language, () => Promise<{ default: TemplateTexts }>> = {
  en: () => import('./summary-templates/en.json'),
  zh_hans: () => import('./summary-templates/zh_hans.json'),
  zh_hant: () => import('./summary-templates/zh_hant.json'),
  ja: () => import('./summary-templates/ja.json'),
  ko: () => import('./summary-templates/ko.json'),
};

/** The texts of a language; the module system caches them. */
export const templateTexts = async (language: Language): Promise<TemplateTexts> => (await FILES[language]()).default;

/** A built-in template from loaded texts, in the form of custom templates. */
export function builtInOf({ templates, labels }: TemplateTexts, id: BuiltInTemplateId): BuiltInTemplate {
  const { title, purpose, sections, leaveOut, length } = templates[id];
  const content = [
    purpose,
    ...sections.map(({ heading, what }) => `## ${heading}\n\n${what}`),
    `---\n\n**${labels.leaveOut}** ${leaveOut}\n\n**${labels.length}** ${length}`,
  ].join('\n\n');
  return { title, content };
}

/** A built-in template in a language; undefined for other ids. */
export async function builtInTemplate(id: string, language: Language): Promise<BuiltInTemplate | undefined> {
  return isBuiltInTemplate(id) ? builtInOf(await templateTexts(language), id) : undefined;
}

/**
 * The headings of a template's Markdown at all levels, each with the text under it; empty without headings. Text above
 * the first heading, and below a rule (`---`), applies to the whole summary.
 */
export function sectionsOf(content: string): TemplateSection[] {
  const sections: { heading: string; what: string[] }[] = [];
  let isInside = false;
  for (const line of content.split(/\r?\n/)) {
    const heading = /^#{1,6}\s+(.+?)\s*#*\s*$/.exec(line)?.[1];
    if (heading) sections.push({ heading, what: [] });
    if (heading) isInside = true;
    else if (/^(-{3,}|\*{3,})\s*$/.test(line)) isInside = false;
    else if (isInside) sections.at(-1)!.what.push(line);
  }
  return sections.map(({ heading, what }) => ({ heading, what: what.join('\n').trim() }));
}
