/** Localised names of job roles and positions. */
import { readFileSync } from 'node:fs';
import { installed } from '../../platform/installation';
import { JOB_POSITIONS, JOB_ROLES } from './contract';

type Names = { roles: Record<string, string>; positions: Record<string, string> };
const read = new Map<string, Names>();

function namesIn(lang: string): Names {
  const known = read.get(lang) ?? (JSON.parse(readFileSync(installed(`locales/${lang}/job.json`), 'utf8')) as Names);
  read.set(lang, known);
  return known;
}

export const jobRoles = (lang: string) => JOB_ROLES.map((id) => ({ id, name: namesIn(lang).roles[id] ?? id }));
export const jobPositions = (lang: string) =>
  JOB_POSITIONS.map((id) => ({ id, name: namesIn(lang).positions[id] ?? id }));
