import { type ReactNode, useEffect, useState } from 'react';
import { timeZone, usePreference } from '../shell/preferences';
import { partTexts } from '../texts/parts';
import { agoText, shortTimeText, timeText } from './time-text';

const TICK_MS = 15_000;

/** The current time, updated every few seconds. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface MomentProps {
  at: number | string | null | undefined;
}

/** A moment in the zone of the viewer, or UTC on demand; in full when pointed at, or always. None is `never`. */
export function Time({ at, isFull }: MomentProps & { isFull?: boolean }): ReactNode {
  return <Moment at={at} text={isFull ? timeText : shortTimeText} />;
}

/** How long ago it was, kept up to date. */
export function Ago({ at }: MomentProps): ReactNode {
  return <Moment at={at} text={(moment, _zone, now) => agoText(moment, now)} />;
}

function Moment({ at, text }: MomentProps & { text: typeof shortTimeText }): ReactNode {
  const zone = usePreference(timeZone);
  const now = useNow();
  const moment = momentOf(at);
  if (moment === undefined) return partTexts.never;
  return (
    <time dateTime={new Date(moment).toISOString()} title={timeText(moment, zone)}>
      {text(moment, zone, now)}
    </time>
  );
}

/** Monitoring writes 0 for a moment that never was. */
function momentOf(at: MomentProps['at']): number | undefined {
  if (at === null || at === undefined || at === 0 || at === '') return undefined;
  return new Date(at).getTime();
}
