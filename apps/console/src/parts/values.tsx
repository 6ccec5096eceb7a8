import {
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  Label,
  type LabelProps,
} from '@patternfly/react-core';
import { type ReactNode, useEffect, useState } from 'react';
import { partTexts } from '../texts/parts';
import { timeZone, usePreference } from '../api/preferences';
import { agoText, shortTimeText, timeText } from './time-text';

const STATUS_OF_AVAILABILITY: Readonly<Record<string, LabelProps['status']>> = {
  UP: 'success',
  DOWN: 'danger',
  UNKNOWN: 'warning',
};

/** Label of a state. */
export function Status({ kind, children }: { kind: LabelProps['status']; children: ReactNode }): ReactNode {
  return (
    <Label isCompact variant="outline" {...(kind ? { status: kind } : {})}>
      {children}
    </Label>
  );
}

/** Label of a resource's availability. */
export function AvailabilityLabel({ value }: { value: string }): ReactNode {
  const status = STATUS_OF_AVAILABILITY[value];
  return <Status kind={status}>{partTexts.availability[value] ?? value}</Status>;
}

const COLOUR_OF_LEVEL: Readonly<Record<string, LabelProps['color']>> = { high: 'red', medium: 'orange', low: 'blue' };

/** Label of a severity or priority. */
export function LevelLabel({ level, children }: { level: string; children: ReactNode }): ReactNode {
  return (
    <Label isCompact color={COLOUR_OF_LEVEL[level] ?? 'grey'}>
      {children}
    </Label>
  );
}

/** Label of an alert's priority, in upper or lower case. */
export function PriorityLabel({ value }: { value: string }): ReactNode {
  const priority = value.toLowerCase();
  return <LevelLabel level={priority}>{partTexts.priorities[priority] ?? value}</LevelLabel>;
}

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

/**
 * A time in the viewer's zone, or in UTC on demand; the full form is shown on hover, or always. Without a time `never`.
 */
export function Time({ at, isFull }: MomentProps & { isFull?: boolean }): ReactNode {
  return <Moment at={at} text={isFull ? timeText : shortTimeText} />;
}

/** Time elapsed, updated continuously. */
export function Ago({ at }: MomentProps): ReactNode {
  return <Moment at={at} text={(moment, _zone, now) => agoText(moment, now)} />;
}

function Moment({ at, text }: MomentProps & { text: typeof shortTimeText }): ReactNode {
  const zone = usePreference(timeZone);
  const now = useNow();
  const moment = toMoment(at);
  if (moment === undefined) return partTexts.never;
  return (
    <time dateTime={new Date(moment).toISOString()} title={timeText(moment, zone)}>
      {/* On paper the title takes its place: nobody knows the day on which it was printed. */}
      <span>{text(moment, zone, now)}</span>
    </time>
  );
}

/** Monitoring returns 0 for no time. */
function toMoment(at: MomentProps['at']): number | undefined {
  if (at === null || at === undefined || at === 0 || at === '') return undefined;
  return new Date(at).getTime();
}

/** One entry of a description list. */
export function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>{name}</DescriptionListTerm>
      <DescriptionListDescription>{children}</DescriptionListDescription>
    </DescriptionListGroup>
  );
}

/** Description list without empty entries. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }): ReactNode {
  return (
    <DescriptionList isCompact columnModifier={{ default: '1Col', md: '2Col', xl: '3Col' }} className="facts">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
        .map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
    </DescriptionList>
  );
}
