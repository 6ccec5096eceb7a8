import { Label, type LabelProps } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { partTexts } from '../texts/parts';

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
