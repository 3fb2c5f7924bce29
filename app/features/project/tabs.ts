/** The tabs of a project. */
export const PROJECT_TABS = ['notes', 'meetings', 'files', 'links', 'chats'] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number];
export const readTab = (value: string | null): ProjectTab => PROJECT_TABS.find((tab) => tab === value) ?? 'notes';
