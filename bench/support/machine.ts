/** Description of the measured commit and the hardware: no names of hosts or people. */
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';

export interface Facts {
  processor: string;
  cores: number;
  memoryGb: number;
  node: string;
  chromium: string;
  commit: string;
  changed: boolean;
  date: string;
}

const git = (...args: string[]): string => {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
};

export const facts = (chromium: string): Facts => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
  chromium,
  commit: git('rev-parse', '--short', 'HEAD') || 'unknown',
  changed: git('status', '--porcelain', '--untracked-files=no') !== '',
  date: new Date().toISOString().slice(0, 10),
});
