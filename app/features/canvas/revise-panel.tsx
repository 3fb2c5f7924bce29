import { Check, Sparkles, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { openEditorOf } from '~/features/note-editor/open-editors';
import { DiffRow } from '~/features/note-versions/version-diff';
import { errorCode, errorText } from '~/features/failures/error-text';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import { Banner } from '~/ui/feedback/banner';
import { canvasCalls } from '../../../server/core/canvases/contract';
import { blocksOfDoc, type NoteBlock } from '../../../sync/merge/note-blocks';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import type { Canvas } from '../../../sync/model/kinds/canvases';
import { LIMITS } from '../../../sync/model/limits';
import { NoAnswerError } from '../../../sync/protocol/client';
import { partsOf, REVISION, takePart, textToRevise, type ProposedPart } from './proposal';
import type { CanvasEditor } from './use-canvas-editor';

interface Proposal {
  /** the whole text that was revised */
  text: NoteBlock[];
  /** not decided yet */
  parts: ProposedPart[];
}

/** a model writes the whole text */
const REVISE_MS = 300_000;
const SUGGESTIONS = ['shorter', 'simpler', 'formal'] as const;

/** Asks for another wording of the text or the selected part, and shows it as changes to accept one by one. */
export function RevisePanel({ canvas, editor }: { canvas: Canvas; editor: CanvasEditor }) {
  const { t } = useTranslation(['canvas', 'errors']);
  const [instruction, setInstruction] = useState('');
  const [isSelection, setSelection] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState('');
  const [hasNoModel, setNoModel] = useState(false);
  const [notice, setNotice] = useState('');
  const [proposal, setProposal] = useState<Proposal | null>(null);
  /** the request that is being answered */
  const asked = useRef<AbortController>();
  // a panel that is closed shows no answer
  useEffect(() => () => asked.current?.abort(), []);

  const ask = async (words: string) => {
    const open = openEditorOf(editor.contentId);
    if (!open || words.trim() === '' || isAsking) return;
    const text = blocksOfDoc(open.doc);
    const range = editor.handle.current?.selectedBlocks() ?? { from: 0, to: text.length };
    const markdown = textToRevise(text, range);
    setProposal(null);
    setProblem('');
    setNotice('');
    if (markdown.trim() === '') return setProblem(t('canvas:revise.empty'));
    const { signal } = (asked.current = new AbortController());
    setAsking(true);
    try {
      const answer = await call(
        canvasCalls.revise,
        { canvasId: canvas.id, instruction: words, text: markdown },
        { signal, timeout: REVISE_MS },
      );
      if (signal.aborted) return undefined;
      const parts = partsOf(text, range, parseMarkdown(answer.text));
      if (parts.length === 0) setNotice(t('canvas:revise.same'));
      else setProposal({ text, parts });
      setInstruction('');
      setNoModel(false);
    } catch (error) {
      if (signal.aborted) return undefined;
      if (errorCode(error).code === 'CHAT_PROVIDER_NOT_FOUND') setNoModel(true);
      else setProblem(error instanceof NoAnswerError ? t('canvas:revise.offline') : errorText(t, error));
    } finally {
      if (!signal.aborted) setAsking(false);
    }
    return undefined;
  };
  const cancel = () => {
    asked.current?.abort();
    setAsking(false);
  };
  const decide = (decided: readonly ProposedPart[], isTaken: boolean) => {
    if (!proposal) return;
    const open = openEditorOf(editor.contentId);
    let missed = 0;
    if (isTaken && open) {
      open.track(REVISION);
      // from the end, so that the places of the others stay
      for (const part of [...decided].reverse()) if (!takePart(open.doc, proposal.text, part)) missed += 1;
      open.track(REVISION);
    }
    const parts = proposal.parts.filter((part) => !decided.includes(part));
    setProposal(parts.length > 0 ? { ...proposal, parts } : null);
    setNotice(
      missed > 0 ? t('canvas:revise.missed', { count: missed }) : parts.length > 0 ? '' : t('canvas:revise.done'),
    );
  };

  return (
    <div className="flex flex-col gap-3" data-revise={isAsking ? 'asking' : proposal ? 'proposed' : 'ready'}>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void ask(instruction);
        }}
      >
        <div className="min-w-0 flex-1">
          <TextField
            aria-label={t('canvas:revise.label')}
            placeholder={t(isSelection ? 'canvas:revise.selection' : 'canvas:revise.whole')}
            value={instruction}
            onChange={setInstruction}
            onFocus={() => setSelection(editor.handle.current?.selectedBlocks() != null)}
            maxLength={LIMITS.question.max}
            autoComplete="off"
          />
        </div>
        {isAsking ? (
          <Button onPress={cancel}>{t('canvas:revise.cancel')}</Button>
        ) : (
          <Button type="submit" isDisabled={instruction.trim() === ''} icon={<Sparkles aria-hidden size={16} />}>
            {t('canvas:revise.ask')}
          </Button>
        )}
      </form>
      {!isAsking && !proposal && !hasNoModel && (
        <div className="flex flex-wrap gap-1">
          {SUGGESTIONS.map((each) => (
            <Button
              key={each}
              size="small"
              variant="quiet"
              onPress={() => void ask(t(`canvas:revise.suggestion.${each}`))}
            >
              {t(`canvas:revise.suggestion.${each}`)}
            </Button>
          ))}
        </div>
      )}
      <p role="status" className="text-13 text-ink-muted empty:hidden">
        {isAsking ? t('canvas:revise.asking') : notice}
      </p>
      {hasNoModel && <Banner>{t('canvas:revise.noModel')}</Banner>}
      {problem && (
        <p role="alert" className="text-13 text-danger-ink">
          {problem}
        </p>
      )}
      {proposal && (
        <section
          aria-label={t('canvas:revise.proposal')}
          className="flex flex-col gap-3 rounded-card border border-line bg-raised p-3"
        >
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="flex-1 text-14 font-medium text-ink-strong">{t('canvas:revise.proposal')}</h2>
            <Button size="small" onPress={() => decide(proposal.parts, false)}>
              {t('canvas:revise.refuseAll')}
            </Button>
            <Button size="small" variant="primary" onPress={() => decide(proposal.parts, true)}>
              {t('canvas:revise.acceptAll')}
            </Button>
          </div>
          <ol className="flex flex-col gap-3">
            {proposal.parts.map((part) => (
              <li key={`${part.at}/${part.after.length}`} className="flex flex-col gap-2 border-t border-line pt-3">
                <div className="flex flex-col gap-1 text-14 leading-relaxed">
                  {part.compared.map((compared, i) => (
                    <DiffRow key={i} contentId={editor.contentId} compared={compared} />
                  ))}
                </div>
                <div className="flex gap-2">
                  <Button size="small" icon={<Check aria-hidden size={14} />} onPress={() => decide([part], true)}>
                    {t('canvas:revise.accept')}
                  </Button>
                  <Button
                    size="small"
                    variant="quiet"
                    icon={<X aria-hidden size={14} />}
                    onPress={() => decide([part], false)}
                  >
                    {t('canvas:revise.refuse')}
                  </Button>
                </div>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
