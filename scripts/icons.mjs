/**
 * Draws the installed app's icons from the logo (public/icons/icon.svg): `node scripts/icons.mjs`. Needs a Chromium;
 * the icons are in the repository, so building Satchel does not need it.
 */
import { chromium } from '@playwright/test';
import { readFile, writeFile } from 'node:fs/promises';

const folder = new URL('../public/icons/', import.meta.url);
const svg = await readFile(new URL('icon.svg', folder), 'utf8');
/** A maskable icon fills its square; the logo stays within the safe circle. */
const maskable = svg
  .replace('rx="8" ', '')
  .replace(/(<rect[^>]*\/>)(.*)(<\/svg>)/s, '$1<g transform="translate(16 16) scale(.78) translate(-16 -16)">$2</g>$3');

const browser = await chromium.launch(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {});
const page = await browser.newPage();
for (const [name, source, size] of [
  ['icon-72.png', svg, 72],
  ['icon-192.png', svg, 192],
  ['icon-512.png', svg, 512],
  ['maskable-192.png', maskable, 192],
  ['maskable-512.png', maskable, 512],
]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${source}`,
  );
  await writeFile(new URL(name, folder), await page.screenshot({ omitBackground: true }));
}
await browser.close();
