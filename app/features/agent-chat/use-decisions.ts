import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { replica } from '~/replica/client';
import type { QueuedDecision } from '../../../sync/engine/host/api';

export interface Decisions {
  /** decisions made in this tab by proposal, until the server's state has arrived */
  made: ReadonlyMap<string, boolean>;
  /** Sets the decision of this tab; null takes it back. */
  decide: (proposalId: string, isConfirmed: boolean | null) => void;
}

const without = (map: ReadonlyMap<string, boolean>, ids: Iterable<string>): ReadonlyMap<string, boolean> => {
  const rest = new Map(map);
  for (const id of ids) rest.delete(id);
  return rest;
};

/**
 * Pending decisions on the proposals of a question.
 *
 *   none ─ decide ─► in the outbox ─┬► refused: none
 *                                   └► left the outbox: sent, or dropped in any tab ─ refreshed ─► none
 */
export function useDecisions(queued: readonly QueuedDecision[]): Decisions {
  const [decided, setDecided] = useState<ReadonlyMap<string, boolean>>(new Map());
  /** decisions that left the outbox */
  const [left, setLeft] = useState<readonly string[]>([]);
  const inOutbox = useRef(new Set<string>());
  const waiting = useMemo(() => {
    const decisions = queued.filter(({ action, isRefused }) => action === 'decide' && !isRefused);
    return new Map(decisions.map(({ proposalId, isConfirmed }) => [proposalId, isConfirmed]));
  }, [queued]);
  useEffect(() => {
    const gone = [...inOutbox.current].filter((id) => !waiting.has(id));
    inOutbox.current = new Set(waiting.keys());
    if (waiting.size > 0) setDecided((before) => new Map([...before, ...waiting]));
    if (gone.length > 0) setLeft((before) => [...new Set([...before, ...gone])]);
  }, [waiting]);
  useEffect(() => {
    if (left.length === 0) return undefined;
    let isOver = false;
    const settle = (): void =>
      startTransition(() => {
        if (isOver) return;
        setDecided((before) => without(before, left));
        setLeft([]);
      });
    // after a refresh, this device has the server's state of the proposal
    replica().refresh().then(settle, settle);
    return () => {
      isOver = true;
    };
  }, [left]);
  const decide = useCallback(
    (proposalId: string, isConfirmed: boolean | null) =>
      setDecided((before) =>
        isConfirmed === null ? without(before, [proposalId]) : new Map([...before, [proposalId, isConfirmed]]),
      ),
    [],
  );
  const made = useMemo(() => {
    const refused = queued.filter(({ action, isRefused }) => action === 'decide' && isRefused);
    const open = without(
      decided,
      refused.map(({ proposalId }) => proposalId),
    );
    return new Map([...open, ...waiting]);
  }, [decided, queued, waiting]);
  return useMemo(() => ({ made, decide }), [made, decide]);
}
