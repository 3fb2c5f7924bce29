/** Ids of the parts of a report, for links of its outline. */
export const SECTIONS = {
  contradictions: 'contradictions',
  figures: 'figures',
  limits: 'limits',
  sources: 'sources',
} as const;

export const sectionId = (index: number): string => `section-${index + 1}`;
