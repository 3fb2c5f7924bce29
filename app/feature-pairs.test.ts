import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/**
 * Features that import each other. A pair may only leave this list: what two features share belongs in a shared room
 * (`features-shared` in .dependency-cruiser.cjs), and a screen that is made of parts imports them in one direction.
 */
const MUTUAL = [
  // a conversation with an agent is a chat with other turns; the documents of both are made of answers
  'agent-chat agents',
  'agent-chat canvas',
  'agent-chat chat',
  'canvas chat',
  // the list of a project's items: files, links and pages in one table
  'files links',
  // the meeting's screen loads its tabs, and the tabs use its player
  'meeting meeting-analysis',
  'meeting summary',
  // notes are taken beside the recorder, and belong to the recording
  'meeting-moments recorder',
  // the frame shows notifications, whose screen has an entry in its navigation
  'notifications shell',
];

const root = path.resolve(import.meta.dirname, '..');
const featureOf = (file: string): string | null => /^app\/features\/([\w-]+)\/./.exec(file)?.[1] ?? null;

function importsBetweenFeatures(): Set<string> {
  const found = new Set<string>();
  for (const name of readdirSync(path.join(root, 'app/features'), { recursive: true, encoding: 'utf8' })) {
    const file = `app/features/${name}`;
    const from = featureOf(file);
    if (from === null || !/(?<!\.test)\.tsx?$/.test(file)) continue;
    for (const [, address] of readFileSync(path.join(root, file), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
      const target = address!.startsWith('~/')
        ? `app/${address!.slice(2)}`
        : path.join(path.dirname(file), address!.startsWith('.') ? address! : 'package');
      const to = featureOf(target);
      if (to !== null && to !== from) found.add(`${from} ${to}`);
    }
  }
  return found;
}

it('features import each other in one direction, but for listed pairs', () => {
  const imports = importsBetweenFeatures();
  expect(imports.size).toBeGreaterThan(50);
  const mutual = [...imports].filter((pair) => {
    const [from, to] = pair.split(' ') as [string, string];
    return from < to && imports.has(`${to} ${from}`);
  });
  expect(mutual.sort()).toEqual(MUTUAL);
});
