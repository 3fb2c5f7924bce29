/** PowerPoint presentations: titles, paragraphs, tables and notes with their slides. */
import { describePackage, relationsOf } from '../containers/open-xml';
import { readXml } from '../containers/xml';
import { openZip, type Zip } from '../containers/zip';
import type { TextCollector } from '../text/collector';
import type { Format } from './format';

export const parsePptx: Format = async ({ bytes }, { text, progress }) => {
  const zip = await openZip(bytes);
  const title = await describePackage(zip, text);
  const main = [...(await relationsOf(zip, '')).values()].find(({ type }) => type === 'officeDocument')?.path;
  const slides = await slidesOf(zip, main ?? 'ppt/presentation.xml');
  for (const [index, path] of slides.entries()) {
    if (text.isFull) break;
    await readSlide(zip, path, index + 1, text);
    progress((index + 1) / slides.length);
  }
  return { title, pages: slides.length };
};

/** Paths of the slides in their order. */
async function slidesOf(zip: Zip, path: string): Promise<string[]> {
  const relations = await relationsOf(zip, path);
  const slides: string[] = [];
  await readXml(await zip.text(path), {
    open: (name, attributes) => {
      const slide = name === 'sldId' ? relations.get(attributes['r:id'] ?? '') : undefined;
      if (slide) slides.push(slide.path);
    },
  });
  return slides;
}

async function readSlide(zip: Zip, path: string, slide: number, text: TextCollector): Promise<void> {
  await readShapes(zip, path, slide, text);
  const notes = [...(await relationsOf(zip, path)).values()].find(({ type }) => type === 'notesSlide');
  if (notes) await readShapes(zip, notes.path, slide, text);
}

/** Placeholders whose text is the same on every slide. */
const REPEATED = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

async function readShapes(zip: Zip, path: string, slide: number, text: TextCollector): Promise<void> {
  const place = { slide };
  let [placeholder, paragraph, isText, level, row] = ['', '', false, 0, null as string[] | null];
  let [cell, title] = ['', ''];
  const endOfParagraph = (): void => {
    const line = paragraph.trim();
    if (!line || REPEATED.has(placeholder)) return;
    if (row) cell += cell ? ` ${line}` : line;
    else if (placeholder === 'title' || placeholder === 'ctrTitle') title += title ? ` ${line}` : line;
    else text.add(level > 0 ? 'listItem' : 'text', line, place, level);
  };
  await readXml(zip.stream(path), {
    open: (name, { type, lvl }) => {
      if (name === 'sp' || name === 'graphicFrame') [placeholder, title] = ['', ''];
      if (name === 'ph') placeholder = type ?? 'body';
      if (name === 'p') [paragraph, level] = ['', 0];
      if (name === 'pPr') level = Math.min(9, Number(lvl ?? 0) || 0);
      if (name === 't') isText = true;
      if (name === 'br') paragraph += '\n';
      if (name === 'tr') row = [];
      if (name === 'tc') cell = '';
    },
    text: (part) => {
      if (isText) paragraph += part;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'p') endOfParagraph();
      if (name === 'tc') row?.push(cell);
      if (name === 'tr') {
        if (row?.some(Boolean)) text.add('tableRow', row.join('\t'), place);
        row = null;
      }
      if (name === 'sp' && title) text.heading(title, 1, place);
    },
    isDone: () => text.isFull,
  });
}
