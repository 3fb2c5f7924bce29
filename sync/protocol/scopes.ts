/**
 * OAuth scopes: actions a third party may take in a person's name (specification: organization 6). Each is a key of the
 * `account` texts.
 */
export const SCOPES = [
  'organization.read',
  'projects.list',
  'projects.add',
  'meetings.create',
  'structure.read',
] as const;
export type Scope = (typeof SCOPES)[number];
export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);
