import { Label, type LabelProps } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { partTexts } from '../texts/parts';

const STATUS_OF_AVAILABILITY: Readonly<Record<string, LabelProps['status']>> = {
  UP: 'success',
  DOWN: 'danger',
  UNKNOWN: 'warning',
};

/** UP, DOWN, UNKNOWN or DISABLED of a resource. */
export function AvailabilityLabel({ value }: { value: string }): ReactNode {
  const status = STATUS_OF_AVAILABILITY[value];
  return (
    <Label isCompact variant="outline" {...(status ? { status } : {})}>
      {partTexts.availability[value] ?? value}
    </Label>
  );
}

const COLOUR_OF_PRIORITY: Readonly<Record<string, LabelProps['color']>> = {
  high: 'red',
  medium: 'orange',
  low: 'blue',
};

/** Priority of an alert, in the letters of either representation. */
export function PriorityLabel({ value }: { value: string }): ReactNode {
  const priority = value.toLowerCase();
  return (
    <Label isCompact color={COLOUR_OF_PRIORITY[priority] ?? 'grey'}>
      {partTexts.priorities[priority] ?? value}
    </Label>
  );
}
