import { Fragment, type ReactNode } from 'react';

/** Words of more characters may break: narrow columns have no room for them. */
const LONG_WORDS = /(\S{25,})/;
/** Up to twelve characters, and the separators after them. */
const PARTS = /[^-./_:@]{1,12}[-./_:@]*|[-./_:@]+/gu;

/** A name whose long words, as of hosts, files and containers, may break at separators or else after twelve characters. */
export function LongName({ text }: { text: string }): ReactNode {
  return text
    .split(LONG_WORDS)
    .flatMap((word, at) => (at % 2 === 1 ? (word.match(PARTS) ?? []) : [word]))
    .filter((part) => part !== '')
    .map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ));
}
