/**
 * A Chromium for the end-to-end tests: an installed one, otherwise by the system's package manager, otherwise by
 * Playwright; and fonts for Chinese, Japanese and Korean, without which every glyph is a box.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root, run } from './setup.mjs';

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
/** Headless shell of Chromium: the same features for pages, and a third of the processor time at the start. */
const SHELLS = ['/usr/lib/chromium/chromium-headless-shell'];
const has = (program) =>
  spawnSync(process.platform === 'win32' ? 'where' : 'which', [program], { stdio: 'ignore' }).status === 0;

function find() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const there = CANDIDATES.find((path) => existsSync(path));
  if (there) return there;
  try {
    const { chromium } = createRequire(join(root, 'package.json'))('@playwright/test');
    const path = chromium.executablePath();
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

const cjkFonts = () =>
  process.platform !== 'linux' || spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' }).stdout?.trim();

/** Another installation on the machine, such as its daily update, may hold the lock of the packages: seconds. */
const WAIT_FOR_OTHERS = ['-o', 'DPkg::Lock::Timeout=300'];

/** Installs packages of Debian or Ubuntu if this user may. */
function apt(packages) {
  if (!has('apt-get')) return false;
  const sudo = process.getuid?.() === 0 ? [] : has('sudo') ? ['sudo', '-n'] : null;
  if (!sudo) return false;
  const call = (...args) => {
    const [program, ...rest] = [
      ...sudo,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      ...WAIT_FOR_OTHERS,
      ...args,
    ];
    return run(program, rest);
  };
  return call('update', '-qq') === 0 && call('install', '-y', '-qq', '--no-install-recommends', ...packages) === 0;
}

/** The path of a Chromium. Throws an Error with one sentence if none is available. */
export function ensureBrowser() {
  let path = find();
  const wanted = [...(path ? [] : ['chromium']), ...(cjkFonts() ? [] : ['fonts-noto-cjk', 'fontconfig'])];
  if (wanted.length) {
    console.log(`Installing ${wanted.join(', ')} for the end-to-end tests …`);
    apt(wanted);
    path = find();
  }
  if (!path) {
    run('npx', ['playwright', 'install', '--with-deps', 'chromium']);
    path = find();
  }
  if (!path) throw new Error('No Chromium was found and none could be installed: set CHROMIUM_PATH to one.');
  return path;
}

/**
 * The path of a Chromium for tests that need pages only: its headless shell if available beside the given browser,
 * otherwise that one. It is installed for root only, as on dedicated test machines, so that no personal machine gets it
 * without consent.
 */
export function pagesBrowser(whole) {
  if (process.env.CHROMIUM_PATH) return whole;
  const find = () => SHELLS.find((path) => existsSync(path));
  if (!find() && whole.startsWith('/usr/bin/') && process.getuid?.() === 0) apt(['chromium-headless-shell']);
  return find() ?? whole;
}
