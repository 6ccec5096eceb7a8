import type { ReactNode } from 'react';
import { Time } from './values';

const MOMENT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** Text of the API whose times are shown in the viewer's time zone. */
export function TextWithTimes({ text }: { text: string }): ReactNode {
  return text.split(MOMENT).map((part, at) => (at % 2 === 1 ? <Time key={at} at={part} /> : part));
}
