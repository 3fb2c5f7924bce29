/** Key for comparing names of agents regardless of case and width. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLocaleLowerCase('en').trim();
