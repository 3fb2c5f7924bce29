import { useEffect, useRef, useState } from 'react';
import type { Formula } from './formulas';

/** A formula; its TeX source until KaTeX has loaded, and if KaTeX cannot draw it. */
export function FormulaView({ formula: { tex, isBlock, source } }: { formula: Formula }) {
  const host = useRef<HTMLSpanElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let isOver = false;
    import('./draw-formula').then(
      ({ drawFormula }) => {
        if (!isOver && host.current) setDrawn(drawFormula(host.current, tex, isBlock));
      },
      // offline before the module was ever loaded
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [tex, isBlock]);
  return (
    <span
      className="answer-formula"
      data-block={isBlock || undefined}
      translate="no"
      // focusable, so that a wide formula can be scrolled by the keyboard
      {...(isBlock ? { tabIndex: 0 } : {})}
    >
      {!isDrawn && <code>{source}</code>}
      {/* KaTeX renders into this element */}
      <span ref={host} hidden={!isDrawn} />
    </span>
  );
}
