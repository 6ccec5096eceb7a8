import type { ReactNode } from 'react';
import { Time } from './values';

const MOMENT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** A text of the API, with the moments in it as the viewer reads times. */
export function TextWithTimes({ text }: { text: string }): ReactNode {
  return text.split(MOMENT).map((part, at) => (at % 2 === 1 ? <Time key={at} at={part} /> : part));
}
