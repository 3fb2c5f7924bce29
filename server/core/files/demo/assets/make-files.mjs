/**
 * Makes the demo's files and files.json, which has the text that the parser reads of each.
 *
 *   content.json ┬► page printed by Chromium ─► PDF with its fonts ─┐
 *                └► parts of Office files ────► XLSX, PPTX ─────────┴► parser ─► files.json
 *
 * Run it only to change the files: `node --import tsx server/core/files/demo/assets/make-files.mjs`. It needs Playwright's
 * Chromium and the Noto CJK fonts.
 */
import { chromium } from '@playwright/test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ZipFile } from 'yazl';
import { createParsing } from '../../../../parsing/parsing.ts';
import { ensureBrowser } from '../../../../../scripts/browser.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
/** Contents of the files by language: an offer (PDF), prices (XLSX) and slides (PPTX). */
const CONTENT = JSON.parse(readFileSync(join(HERE, 'content.json'), 'utf8'));
const TAGS = { en: 'en', ja: 'ja', ko: 'ko', zh_hans: 'zh-Hans', zh_hant: 'zh-Hant' };
const xml = (text) => String(text).replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`);
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument';
const NS = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${OFFICE}"`;

async function zipOf(contents) {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(contents))
    zip.addBuffer(Buffer.from(content), name, { mtime: new Date(Date.UTC(2026, 2, 1)), forceDosTimestamp: true });
  zip.end();
  const parts = [];
  for await (const part of zip.outputStream) parts.push(part);
  return Buffer.concat(parts);
}

const relations = (targets) =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const contentTypes = (overrides) =>
  `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
    overrides,
  )
    .map(([name, type]) => `<Override PartName="/${name}" ContentType="${TYPE}.${type}+xml"/>`)
    .join('')}</Types>`;

function xlsx({ sheet, rows }) {
  const cell = (value, x, y) => {
    const at = `${String.fromCharCode(65 + x)}${y + 1}`;
    const style = y === 0 ? ' s="1"' : '';
    return typeof value === 'number'
      ? `<c r="${at}"${style}><v>${value}</v></c>`
      : `<c r="${at}"${style} t="inlineStr"><is><t>${xml(value)}</t></is></c>`;
  };
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const font = (bold) => `<font>${bold ? '<b/>' : ''}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
  return zipOf({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
      'xl/styles.xml': 'spreadsheetml.styles',
    }),
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${HEAD}<workbook ${main} xmlns:r="${OFFICE}"><sheets><sheet name="${xml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `${HEAD}<styleSheet ${main}><fonts count="2">${font(false)}${font(true)}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet ${main}><cols><col min="1" max="1" width="24" customWidth="1"/><col min="2" max="4" width="14" customWidth="1"/></cols><sheetData>${rows
      .map((row, y) => `<row r="${y + 1}">${row.map((value, x) => cell(value, x, y)).join('')}</row>`)
      .join('')}</sheetData></worksheet>`,
  });
}

/** EMU of a slide of 16:9 */
const [WIDTH, HEIGHT] = [12192000, 6858000];
const GROUP =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';
const BOXES = { title: [838200, 365125, 10515600, 1325563], body: [838200, 1825625, 10515600, 4351338] };

function shape(id, type, lines, hasBox) {
  const [x, y, cx, cy] = BOXES[type];
  const box = hasBox
    ? `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`
    : '';
  const index = type === 'body' ? ' idx="1"' : '';
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${type} ${id}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="${type}"${index}/></p:nvPr></p:nvSpPr><p:spPr>${box}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>${
    lines.length > 0 ? lines.map((line) => `<a:p><a:r><a:t>${xml(line)}</a:t></a:r></a:p>`).join('') : '<a:p/>'
  }</p:txBody></p:sp>`;
}

const slideOf = (root, attributes, shapes, rest) =>
  `${HEAD}<p:${root} ${NS}${attributes}><p:cSld><p:spTree>${GROUP}${shapes}</p:spTree></p:cSld>${rest}</p:${root}>`;
const solid = (value) => `<a:solidFill><a:schemeClr val="${value}"/></a:solidFill>`;
const line = `<a:ln w="6350">${solid('phClr')}</a:ln>`;
const colours = {
  dk1: '1F2937',
  lt1: 'FFFFFF',
  dk2: '374151',
  lt2: 'F3F4F6',
  accent1: '2563EB',
  accent2: 'D97706',
  accent3: '059669',
  accent4: '7C3AED',
  accent5: 'DC2626',
  accent6: '0891B2',
  hlink: '2563EB',
  folHlink: '7C3AED',
};
const fonts = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>';
const THEME = `${HEAD}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Plain"><a:themeElements><a:clrScheme name="Plain">${Object.entries(
  colours,
)
  .map(([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`)
  .join(
    '',
  )}</a:clrScheme><a:fontScheme name="Plain"><a:majorFont>${fonts}</a:majorFont><a:minorFont>${fonts}</a:minorFont></a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>${solid('phClr').repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${solid('phClr').repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
const level = (n, size) =>
  `<a:lvl${n}pPr><a:defRPr sz="${size}">${solid('tx1')}<a:latin typeface="+mn-lt"/></a:defRPr></a:lvl${n}pPr>`;

function pptx({ slides }) {
  const boxes = shape(2, 'title', [], true) + shape(3, 'body', [], true);
  const contents = {
    '[Content_Types].xml': contentTypes({
      'ppt/presentation.xml': 'presentationml.presentation.main',
      'ppt/slideMasters/slideMaster1.xml': 'presentationml.slideMaster',
      'ppt/slideLayouts/slideLayout1.xml': 'presentationml.slideLayout',
      'ppt/theme/theme1.xml': 'theme',
      ...Object.fromEntries(slides.map((_, n) => [`ppt/slides/slide${n + 1}.xml`, 'presentationml.slide'])),
    }),
    '_rels/.rels': relations([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `${HEAD}<p:presentation ${NS}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rIdM"/></p:sldMasterIdLst><p:sldIdLst>${slides
      .map((_, n) => `<p:sldId id="${256 + n}" r:id="rId${n + 1}"/>`)
      .join(
        '',
      )}</p:sldIdLst><p:sldSz cx="${WIDTH}" cy="${HEIGHT}"/><p:notesSz cx="${HEIGHT}" cy="${WIDTH}"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations([
      ['rIdM', 'slideMaster', 'slideMasters/slideMaster1.xml'],
      ['rIdT', 'theme', 'theme/theme1.xml'],
      ...slides.map((_, n) => [`rId${n + 1}`, 'slide', `slides/slide${n + 1}.xml`]),
    ]),
    'ppt/theme/theme1.xml': THEME,
    'ppt/slideMasters/slideMaster1.xml': slideOf(
      'sldMaster',
      '',
      boxes,
      `<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst><p:txStyles><p:titleStyle>${level(1, 4000)}</p:titleStyle><p:bodyStyle>${level(1, 2400)}</p:bodyStyle><p:otherStyle/></p:txStyles>`,
    ),
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations([
      ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['rId2', 'theme', '../theme/theme1.xml'],
    ]),
    'ppt/slideLayouts/slideLayout1.xml': slideOf('sldLayout', ' type="obj"', boxes, ''),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations([
      ['rId1', 'slideMaster', '../slideMasters/slideMaster1.xml'],
    ]),
  };
  slides.forEach(([title, lines], n) => {
    contents[`ppt/slides/slide${n + 1}.xml`] = slideOf(
      'sld',
      '',
      shape(2, 'title', [title], false) + shape(3, 'body', lines, false),
      '',
    );
    contents[`ppt/slides/_rels/slide${n + 1}.xml.rels`] = relations([
      ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
    ]);
  });
  return zipOf(contents);
}

const FONTS = {
  en: 'Noto Sans',
  ja: 'Noto Sans CJK JP',
  ko: 'Noto Sans CJK KR',
  zh_hans: 'Noto Sans CJK SC',
  zh_hant: 'Noto Sans CJK TC',
};
const pageOf = (language, { title, lines, rows }) =>
  `<!doctype html><html lang="${TAGS[language]}"><title>${xml(title)}</title><style>body{font:12pt/1.7 "${FONTS[language]}","Noto Sans CJK JP",sans-serif;color:#1f2937}h1{font-size:20pt}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #d1d5db;padding:4pt 6pt;text-align:left}</style><h1>${xml(title)}</h1>${lines.map((each) => `<p>${xml(each)}</p>`).join('')}<table>${rows.map((row, n) => `<tr>${row.map((each) => `<${n ? 'td' : 'th'}>${xml(each)}</${n ? 'td' : 'th'}>`).join('')}</tr>`).join('')}</table></html>`;

const browser = await chromium.launch({ executablePath: ensureBrowser() });
const page = await browser.newPage();
const parsing = createParsing({ log: { debug() {}, warn: console.warn } });
const made = [];
for (const [language, content] of Object.entries(CONTENT)) {
  mkdirSync(join(HERE, language), { recursive: true });
  await page.setContent(pageOf(language, content.offer));
  const pdf = await page.pdf({ format: 'A4', margin: { top: '22mm', bottom: '22mm', left: '20mm', right: '20mm' } });
  // the time of printing would change the file each time it is made
  const fixed = Buffer.from(pdf.toString('latin1').replace(/D:\d{14}\+00'00'/g, "D:20260301090000+00'00'"), 'latin1');
  for (const [file, name, bytes] of [
    ['offer.pdf', content.offer.name, fixed],
    ['prices.xlsx', content.prices.name, await xlsx(content.prices)],
    ['slides.pptx', content.slides.name, await pptx(content.slides)],
  ]) {
    writeFileSync(join(HERE, language, file), bytes);
    const text = await parsing.parse({ bytes, name, companyId: 'demo' }, { signal: new AbortController().signal });
    made.push({ project: content.project, file: `${language}/${file}`, name, text });
  }
}
await browser.close();
parsing.close();
writeFileSync(join(HERE, 'files.json'), `${JSON.stringify(made, null, 1)}\n`);
