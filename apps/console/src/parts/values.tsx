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

/** A state in a word, e.g. of a record in a list. */
export function Status({ kind, children }: { kind: LabelProps['status']; children: ReactNode }): ReactNode {
  return (
    <Label isCompact variant="outline" {...(kind ? { status: kind } : {})}>
      {children}
    </Label>
  );
}

/** UP, DOWN, UNKNOWN or DISABLED of a resource. */
export function AvailabilityLabel({ value }: { value: string }): ReactNode {
  const status = STATUS_OF_AVAILABILITY[value];
  return <Status kind={status}>{partTexts.availability[value] ?? value}</Status>;
}

const COLOUR_OF_LEVEL: Readonly<Record<string, LabelProps['color']>> = { high: 'red', medium: 'orange', low: 'blue' };

/** How much something matters: high, medium, low or another level. */
export function LevelLabel({ level, children }: { level: string; children: ReactNode }): ReactNode {
  return (
    <Label isCompact color={COLOUR_OF_LEVEL[level] ?? 'grey'}>
      {children}
    </Label>
  );
}

/** Priority of an alert, in the letters of either representation. */
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
  const moment = toMoment(at);
  if (moment === undefined) return partTexts.never;
  return (
    <time dateTime={new Date(moment).toISOString()} title={timeText(moment, zone)}>
      {text(moment, zone, now)}
    </time>
  );
}

/** Monitoring writes 0 for a moment that never was. */
function toMoment(at: MomentProps['at']): number | undefined {
  if (at === null || at === undefined || at === 0 || at === '') return undefined;
  return new Date(at).getTime();
}

/** A name in a list of descriptions, with what it has. */
export function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>{name}</DescriptionListTerm>
      <DescriptionListDescription>{children}</DescriptionListDescription>
    </DescriptionListGroup>
  );
}

/** Names with what they have; those without a value are left out. */
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
