import { useState } from 'react';

/** State of one action of a person: `isInProgress` from its start until it resolves or rejects. */
export function useInProgress(): {
  isInProgress: boolean;
  track: <T>(action: () => Promise<T>) => Promise<T>;
} {
  const [isInProgress, setInProgress] = useState(false);
  return {
    isInProgress,
    async track(action) {
      setInProgress(true);
      try {
        return await action();
      } finally {
        setInProgress(false);
      }
    },
  };
}
