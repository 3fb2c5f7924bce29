/** Writes a transcript as a Word document: one paragraph per turn, with speaker and time. */
import { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx';
import { languageTag, type Language } from '../../../sync/model/languages';
import { clockText } from '~/features/recorder/format';
import type { Line } from './transcript-text';

/** Characters that XML 1.0 does not allow. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const xmlText = (text: string): string => text.replace(NOT_XML, '');

function paragraphOf({ speaker, start, text }: Line): Paragraph {
  const head = [speaker, start >= 0 ? clockText(start) : ''].filter(Boolean).join('  ');
  const lines = xmlText(text).split('\n');
  return new Paragraph({
    spacing: { after: 160 },
    children: [
      ...(head ? [new TextRun({ text: xmlText(head), bold: true })] : []),
      ...lines.map((line, at) => new TextRun({ text: line, ...(at > 0 || head ? { break: 1 } : {}) })),
    ],
  });
}

export function transcriptDocx(lines: readonly Line[], title: string, language: Language): Promise<Blob> {
  const value = languageTag(language);
  return Packer.toBlob(
    new Document({
      title: xmlText(title),
      styles: { default: { document: { run: { language: { value, eastAsia: value } } } } },
      sections: [
        {
          children: [
            new Paragraph({ text: xmlText(title), heading: HeadingLevel.HEADING_1 }),
            ...lines.map(paragraphOf),
          ],
        },
      ],
    }),
  );
}
