import type { AlertConditionRest } from '@wardstone/client/monitoring';
import { alertTexts } from '../../texts/alerts';

export interface Bound {
  label: string;
  value: number;
}

/** The numbers that a condition compares its metric with, for the chart of the metric. Pure. */
export function boundsOf({ category, threshold, option }: AlertConditionRest): Bound[] {
  const { one: texts } = alertTexts;
  if (typeof threshold !== 'number') return [];
  if (category === 'THRESHOLD') return [{ label: texts.threshold, value: threshold }];
  if (category !== 'RANGE') return [];
  return [
    { label: texts.lower, value: threshold },
    { label: texts.upper, value: Number(option) },
  ];
}
