/** The help's topics, in the order in which they are shown. Their texts are `help:topics.<id>`. */
export const SECTIONS = [
  { id: 'start', topics: ['project', 'find'] },
  { id: 'offline', topics: ['offlineWhat', 'offlineNot'] },
  { id: 'work', topics: ['where', 'conflict', 'signOut'] },
  { id: 'meetings', topics: ['record', 'transcript'] },
  { id: 'people', topics: ['share', 'mention', 'notices'] },
  { id: 'support', topics: ['support'] },
] as const;
