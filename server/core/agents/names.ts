/** Names of agents are compared without regard to case and width. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLocaleLowerCase('en').trim();
