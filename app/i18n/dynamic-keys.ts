export type Translate = (key: string, options?: Record<string, unknown>) => string;

/** `t` for keys computed from data, which its type cannot check. */
export const dynamicKeys = (t: unknown): Translate => t as Translate;
