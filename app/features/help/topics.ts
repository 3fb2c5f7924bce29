/** The help's topics, in the order in which they are shown. Their texts are `help:topics.<id>`. */
export const SECTIONS = [
  { id: 'start', topics: ['project', 'find', 'favourites', 'images'] },
  { id: 'offline', topics: ['offlineWhat', 'offlineNot'] },
  { id: 'work', topics: ['where', 'versions', 'trash', 'conflict', 'signOut'] },
  { id: 'files', topics: ['files', 'links', 'keepFiles'] },
  { id: 'meetings', topics: ['record', 'transcript'] },
  { id: 'people', topics: ['share', 'publicLink', 'mention', 'notices'] },
  { id: 'support', topics: ['support'] },
] as const;
