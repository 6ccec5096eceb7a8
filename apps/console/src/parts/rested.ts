import { useEffect, useState } from 'react';

/** Delay after typing before a request is sent. */
const TYPING_MS = 500;

/** The text once it has been unchanged for a moment. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
