import type { AlertConditionRest } from '@wardstone/client/monitoring';
import { alertTexts } from '../../texts/alerts';

export interface Bound {
  label: string;
  value: number;
}

/** The thresholds of a condition, for the chart of its metric or expression. Pure. */
export function getThresholds({ category, threshold, option }: AlertConditionRest): Bound[] {
  const { one: texts } = alertTexts;
  if (typeof threshold !== 'number') return [];
  if (category === 'THRESHOLD' || category === 'EXPRESSION') return [{ label: texts.threshold, value: threshold }];
  if (category !== 'RANGE') return [];
  return [
    { label: texts.lower, value: threshold },
    { label: texts.upper, value: Number(option) },
  ];
}
