import { useEffect, useState } from 'react';

/** Nothing is requested until typing pauses for this long. */
const TYPING_MS = 500;

/** A text once it has not changed for a moment. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
