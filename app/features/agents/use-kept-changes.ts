import { useCallback, useEffect, useRef, useState } from 'react';
import { run } from '~/replica/client';
import { parseChanges, type AgentChanges } from './agent-draft';

/**
 * Writes the latest text. During a write, later texts replace each other, and only the last is written next. A text is
 * durable when the promise of its `keep` resolves.
 */
export class LatestWriter {
  private next: { text: string | null } | null = null;
  private running: Promise<void> | null = null;

  constructor(private readonly write: (text: string | null) => Promise<unknown>) {}

  keep(text: string | null): Promise<void> {
    this.next = { text };
    return (this.running ??= this.writeAll());
  }

  private async writeAll(): Promise<void> {
    try {
      for (let { next } = this; next; { next } = this) {
        this.next = null;
        await this.write(next.text);
      }
    } finally {
      this.running = null;
    }
  }
}

export interface KeptChanges {
  /** undefined until the stored changes of an earlier visit are read */
  changes: AgentChanges | undefined;
  /** whether they are changes of an earlier visit */
  isRestored: boolean;
  /** whether the present changes are stored on this device */
  isKept: boolean;
  /**
   * Sets the changes. The same function in every render.
   *
   * @param kept the part of the changes that is stored on the device
   */
  set: (changes: AgentChanges, kept: AgentChanges) => void;
  /** Discards the changes, on the device too. */
  clear: () => Promise<void>;
}

/** The unsaved changes of an agent, stored on this device (encrypted like all content) as they are typed. */
export function useKeptChanges(key: string): KeptChanges {
  const [changes, setChanges] = useState<AgentChanges>();
  const [isRestored, setRestored] = useState(false);
  const [isKept, setKept] = useState(true);
  const writer = useRef<LatestWriter>();
  writer.current ??= new LatestWriter((text) => run('draft.keep', { id: key, text }));
  useEffect(() => {
    let isOver = false;
    const settle = (left: AgentChanges): void => {
      if (isOver) return;
      setChanges((now) => now ?? left);
      setRestored(Object.keys(left).length > 0);
    };
    run('draft.read', { id: key }).then(
      ({ text }) => settle(parseChanges(text)),
      () => settle({}),
    );
    return () => {
      isOver = true;
    };
  }, [key]);
  const started = useRef(0);
  const keep = useCallback(async (kept: AgentChanges): Promise<void> => {
    const mine = (started.current += 1);
    setKept(false);
    try {
      await writer.current!.keep(Object.keys(kept).length > 0 ? JSON.stringify(kept) : null);
      if (mine === started.current) setKept(true);
    } catch {
      // not stored, e.g. if the disk is full: the changes stay in the form, and `isKept` stays false
    }
  }, []);
  const set = useCallback(
    (next: AgentChanges, kept: AgentChanges): void => {
      setChanges(next);
      void keep(kept);
    },
    [keep],
  );
  return {
    changes,
    isRestored,
    isKept,
    set,
    clear: () => {
      setChanges({});
      setRestored(false);
      return keep({});
    },
  };
}
