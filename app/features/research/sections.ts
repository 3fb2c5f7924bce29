/** Ids of the parts of a report, which its outline leads to. */
export const SECTIONS = {
  contradictions: 'contradictions',
  figures: 'figures',
  limits: 'limits',
  sources: 'sources',
} as const;

export const sectionId = (index: number): string => `section-${index + 1}`;
