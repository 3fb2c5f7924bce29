import { useEffect, useState } from 'react';
import { partOfDay, type PartOfDay } from './greeting';

/** The current part of the day, updated while the page stays open. */
export function usePartOfDay(): PartOfDay {
  const [part, setPart] = useState(() => partOfDay(new Date().getHours()));
  useEffect(() => {
    const timer = setInterval(() => setPart(partOfDay(new Date().getHours())), 60_000);
    return () => clearInterval(timer);
  }, []);
  return part;
}
