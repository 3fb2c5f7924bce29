/** Addresses of the inbox. */
export const inboxPath = (tab?: 'active' | 'ended'): string => (tab ? `/workshop/inbox?tab=${tab}` : '/workshop/inbox');
export const taskPath = (id: string): string => `/workshop/inbox/tasks/${encodeURIComponent(id)}`;
