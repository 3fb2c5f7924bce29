/**
 * Draws the Markdown text of an answer. The text is untrusted: React draws all of it as text; a link is http, https or
 * mailto, and its host is shown; images and other resources are not loaded. KaTeX draws formulas (draw-formula.ts).
 */
import { lazy, memo, Suspense, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { langOf } from '~/i18n/text-language';
import { numbering, parseMarkdown } from '../../../sync/merge/note-markdown';
import type { Inline, Marks, NoteBlock, TextBlock } from '../../../sync/merge/note-blocks';
import { writtenIndents } from '../../../sync/merge/note-blocks';
import { safeHref } from '../../../sync/model/note-document';
import { answerPieces } from './answer-pieces';
import { FormulaView } from './formula-view';
import { asWritten, takeFormulas, type Formula } from './formulas';
import '~/ui/written-tables.css';
import './answer.css';

const CodeBlock = lazy(() => import('./code-block'));

/** Draws the marker of a citation; null for an unknown one. */
export type DrawCitation = (n: number) => ReactNode;

/** How citations and formulas of a text are drawn. */
interface Draw {
  citation: DrawCitation;
  formulas: readonly Formula[];
}

/** The host that a link leads to; empty if the text of the link is its address or host. */
const hostOf = (href: string, text: string): string => {
  const url = new URL(href);
  const host = url.protocol === 'mailto:' ? url.pathname : url.host;
  return text === href || text === host || `${text}/` === href ? '' : host;
};

function AnswerLink({ href, text, children }: { href: string; text: string; children: ReactNode }) {
  const host = hostOf(href, text);
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" referrerPolicy="no-referrer">
        {children}
      </a>
      {host && (
        <bdi dir="ltr" className="text-12 text-ink-muted">
          {' '}
          ({host})
        </bdi>
      )}
    </>
  );
}

function StyledText({ marks, text, children }: { marks: Marks; text: string; children: ReactNode }) {
  let out = children;
  if (marks.code) out = <code>{out}</code>;
  if (marks.strike) out = <s>{out}</s>;
  if (marks.italic) out = <em>{out}</em>;
  if (marks.bold) out = <strong>{out}</strong>;
  const href = marks.link === undefined ? null : safeHref(marks.link);
  return href ? (
    <AnswerLink href={href} text={text}>
      {out}
    </AnswerLink>
  ) : (
    out
  );
}

function Unsupported() {
  const { t } = useTranslation('chat');
  return (
    <span className="answer-unsupported">
      <span className="sr-only">(</span>
      {t('unsupported')}
      <span className="sr-only">)</span>
    </span>
  );
}

function Runs({ inline, draw }: { inline: readonly Inline[]; draw: Draw }) {
  return inline.map((run, i) => {
    if (run.type === 'break') return <br key={i} />;
    if (run.type === 'mention') return <span key={i}>{run.label}</span>;
    if (run.marks.code)
      return (
        <StyledText key={i} marks={run.marks} text={run.text}>
          {asWritten(run.text, draw.formulas)}
        </StyledText>
      );
    return answerPieces(run.text).map((piece, p) => {
      const key = `${i}/${p}`;
      switch (piece.type) {
        case 'text':
          return (
            <StyledText key={key} marks={run.marks} text={piece.text}>
              {piece.text}
            </StyledText>
          );
        case 'citation':
          return <span key={key}>{draw.citation(piece.n)}</span>;
        case 'unsupported':
          return <Unsupported key={key} />;
        case 'formula': {
          const formula = draw.formulas[piece.index];
          return formula && <FormulaView key={key} formula={formula} />;
        }
      }
    });
  });
}

function Table({ rows, draw }: { rows: readonly Inline[][][]; draw: Draw }) {
  const { t } = useTranslation('chat');
  const [head, ...body] = rows;
  return (
    // focusable, so that a wide table can be scrolled by the keyboard
    <div role="region" aria-label={t('table')} tabIndex={0} className="answer-table focus-ring">
      <table>
        <thead>
          <tr>
            {head?.map((cell, c) => (
              <th key={c} scope="col">
                <Runs inline={cell} draw={draw} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((cells, r) => (
            <tr key={r}>
              {cells.map((cell, c) => (
                <td key={c}>
                  <Runs inline={cell} draw={draw} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const HEADINGS = { 1: 'h3', 2: 'h4', 3: 'h5' } as const;

function ListItem({ block, indent, number, draw }: { block: TextBlock; indent: number; number: number; draw: Draw }) {
  const List = block.kind === 'ordered' ? 'ol' : 'ul';
  return (
    <List {...(block.kind === 'ordered' ? { start: number } : {})} data-indent={indent} data-kind={block.kind}>
      <li>
        {block.kind === 'task' && <input type="checkbox" disabled checked={block.checked} readOnly />}
        <Runs inline={block.inline} draw={draw} />
      </li>
    </List>
  );
}

function Block({ block, indent, number, draw }: { block: NoteBlock; indent: number; number: number; draw: Draw }) {
  if (block.type === 'divider') return <hr />;
  // images of answers are not loaded: only the description is shown
  if (block.type === 'image') return block.alt ? <p>{block.alt}</p> : null;
  if (block.type === 'table') return <Table rows={block.rows} draw={draw} />;
  if (block.type === 'code') {
    const code = asWritten(block.text, draw.formulas);
    return (
      <Suspense fallback={<pre>{code}</pre>}>
        <CodeBlock code={code} language={block.language} />
      </Suspense>
    );
  }
  if (block.kind === 'heading') {
    const Heading = HEADINGS[block.level];
    return (
      <Heading>
        <Runs inline={block.inline} draw={draw} />
      </Heading>
    );
  }
  if (block.kind === 'paragraph') {
    const text = (
      <p data-indent={indent}>
        <Runs inline={block.inline} draw={draw} />
      </p>
    );
    return block.quote ? <blockquote>{text}</blockquote> : text;
  }
  return <ListItem block={block} indent={indent} number={number} draw={draw} />;
}

/** @param draw must be stable: the text is drawn again only if the text or this function changes */
export const AnswerBody = memo(function AnswerBody({ text, draw }: { text: string; draw: DrawCitation }) {
  const { blocks, indents, numbers, formulas } = useMemo(() => {
    const taken = takeFormulas(text);
    const parsed = parseMarkdown(taken.text);
    const written = writtenIndents(parsed);
    return { blocks: parsed, indents: written, numbers: numbering(parsed, written), formulas: taken.formulas };
  }, [text]);
  const all = useMemo(() => ({ citation: draw, formulas }), [draw, formulas]);
  return (
    <div className="answer written-tables writing" lang={langOf(text.slice(0, 2_000))}>
      {blocks.map((block, i) => (
        <Block key={i} block={block} indent={indents[i]!} number={numbers[i]!} draw={all} />
      ))}
    </div>
  );
});
