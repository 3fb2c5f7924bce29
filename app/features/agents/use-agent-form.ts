import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode, errorText } from '~/features/failures/error-text';
import { run } from '~/replica/client';
import type { Agent, AgentDefinition } from '../../../sync/model/kinds/agents';
import {
  cleaned,
  definitionOf,
  differing,
  faultsOf,
  firstFault,
  NEW_AGENT,
  type AgentChanges,
  type AgentFaults,
} from './agent-draft';
import { useKeptChanges } from './use-kept-changes';

export interface AgentForm {
  /** null until the stored changes of an earlier visit are read */
  values: AgentDefinition | null;
  change: (changes: AgentChanges) => void;
  isDirty: boolean;
  /** whether the changes are stored on this device and survive a crash of the browser */
  isKept: boolean;
  /** whether changes of an earlier visit are shown */
  isRestored: boolean;
  /** errors shown at their fields, after the first attempt to save */
  faults: AgentFaults | null;
  /** error of the name, from the last attempt to save */
  nameError: string;
  /** error of the whole form */
  error: string;
  isSaving: boolean;
  /** @returns the id; null if it could not be saved, with the reason in the form */
  save: () => Promise<string | null>;
  discard: () => Promise<void>;
}

/** @param focus moves the focus to a field of this name */
export function useAgentForm(agent: Agent | null, focus: (field: string) => void): AgentForm {
  const { t } = useTranslation(['agents', 'errors']);
  const saved = useMemo(() => (agent ? definitionOf(agent) : NEW_AGENT), [agent]);
  const kept = useKeptChanges(`agent/${agent?.id ?? 'new'}`);
  const { changes, set } = kept;
  const [isChecked, setChecked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [nameError, setNameError] = useState('');
  const [error, setError] = useState('');
  const values = useMemo(() => changes && { ...saved, ...changes }, [saved, changes]);
  const faults = useMemo(() => values && faultsOf(values), [values]);
  const dirty = useMemo(() => (changes ? differing(changes, saved) : {}), [changes, saved]);
  const isDirty = Object.keys(dirty).length > 0;
  const latest = useRef({ changes, saved });
  latest.current = { changes, saved };
  const running = useRef<Promise<string | null> | null>(null);

  const apply = useCallback(
    (next: AgentChanges): void => {
      latest.current.changes = next;
      set(next, differing(next, latest.current.saved));
    },
    [set],
  );
  // unchanged fields follow the document again, e.g. after a change on another device
  useEffect(() => {
    const now = latest.current.changes;
    if (!now) return;
    const rest = differing(now, saved);
    if (Object.keys(rest).length < Object.keys(now).length) apply(rest);
  }, [saved, apply]);

  const saveOnce = async (): Promise<string | null> => {
    setChecked(true);
    setError('');
    setNameError('');
    if (!values || !faults) return null;
    const fault = firstFault(faults);
    if (fault) {
      focus(fault);
      return null;
    }
    setSaving(true);
    const sent = cleaned(values);
    try {
      const { id } = await run('agent.save', { ...sent, ...(agent ? { id: agent.id } : {}) });
      // keep changes that were typed during the save
      const now = latest.current.changes ?? {};
      const typed = Object.entries(now).filter(([field, value]) => value !== values[field as keyof AgentDefinition]);
      if (typed.length === 0 && !agent) await kept.clear();
      else {
        latest.current.changes = { ...sent, ...(Object.fromEntries(typed) as AgentChanges) };
        set(latest.current.changes, Object.fromEntries(typed));
      }
      setChecked(false);
      return id;
    } catch (failure) {
      const { code } = errorCode(failure);
      if (code === 'AGENT_NAME_EXISTED' || code === 'AGENT_NAME_REQUIRED') {
        setNameError(errorText(t, failure));
        focus('name');
      } else setError(errorText(t, failure));
      return null;
    } finally {
      setSaving(false);
    }
  };

  return {
    values: values ?? null,
    change: (next) => {
      if ('name' in next) setNameError('');
      setError('');
      apply({ ...latest.current.changes, ...next });
    },
    isDirty,
    isKept: kept.isKept,
    isRestored: kept.isRestored && isDirty,
    faults: isChecked ? (faults ?? null) : null,
    nameError,
    error,
    isSaving,
    save: () =>
      (running.current ??= saveOnce().finally(() => {
        running.current = null;
      })),
    discard: async () => {
      setChecked(false);
      setNameError('');
      setError('');
      latest.current.changes = {};
      await kept.clear();
    },
  };
}
