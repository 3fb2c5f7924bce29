import { Copy } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coloredLines } from '~/features/files/colored-lines';
import type { CodePart } from '~/ui/data/highlight-code';
import { IconButton } from '~/ui/controls/icon-button';
import { toast } from '~/ui/feedback/toast';
import '~/ui/code-colors.css';

/** UTF-16 units; a longer block is not highlighted */
const LENGTH_MAX = 20_000;

/** A code block of an answer, highlighted as in notes, with its language and a copy button. */
export default function CodeBlock({ code, language }: { code: string; language: string }) {
  const { t } = useTranslation(['chat', 'common', 'note']);
  const [parts, setParts] = useState<readonly CodePart[]>([]);
  useEffect(() => {
    if (!language || code.length > LENGTH_MAX) return undefined;
    let isOver = false;
    import('~/ui/data/highlight-code').then(
      ({ codeParts }) => {
        if (!isOver) setParts(codeParts(code, language));
      },
      // offline before the module was ever loaded
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [code, language]);
  const lines = useMemo(
    () =>
      coloredLines(
        code,
        parts.filter(({ to }) => to <= code.length),
      ),
    [code, parts],
  );
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => toast.success(t('common:copied')),
      () => toast.error(t('note:copy.failed'), { description: t('note:copy.byHand') }),
    );
  return (
    <div className="answer-code">
      <div className="flex items-center justify-between gap-2 pl-4 pr-1 text-12 text-ink-muted">
        <span translate="no">{language}</span>
        <IconButton
          size="small"
          label={t('chat:copyCode')}
          icon={<Copy aria-hidden size={14} />}
          onPress={() => void copy()}
        />
      </div>
      <pre tabIndex={0} className="focus-ring" translate="no">
        <code>
          {lines.map((line, l) => (
            <span key={l}>
              {line.map(({ text, type }, p) =>
                type ? (
                  <span key={p} className={`code-${type}`}>
                    {text}
                  </span>
                ) : (
                  text
                ),
              )}
              {l < lines.length - 1 && '\n'}
            </span>
          ))}
        </code>
      </pre>
    </div>
  );
}
