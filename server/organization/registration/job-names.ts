/** The names of job roles and positions in a language. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { JOB_POSITIONS, JOB_ROLES } from './contract';

type Names = { roles: Record<string, string>; positions: Record<string, string> };
const read = new Map<string, Names>();

function namesIn(lang: string): Names {
  const known = read.get(lang) ?? (JSON.parse(readFileSync(fileURLToPath(new URL(`../../../locales/${lang}/job.json`, import.meta.url)), 'utf8')) as Names);
  read.set(lang, known);
  return known;
}

export const jobRoles = (lang: string) => JOB_ROLES.map((id) => ({ id, name: namesIn(lang).roles[id] ?? id }));
export const jobPositions = (lang: string) => JOB_POSITIONS.map((id) => ({ id, name: namesIn(lang).positions[id] ?? id }));
