import { choice, type Filter } from '../parts/filters';

interface Words {
  search: string;
  state: string;
  ended: string;
  notEnded: string;
}

/** Filters of a list of what ends one day: by a text, and by whether it has. */
export function filtersOfEnding({ search, state, ended, notEnded }: Words): readonly Filter[] {
  return [
    { kind: 'text', name: 'q', label: search },
    choice('ended', state, [
      ['false', notEnded],
      ['true', ended],
    ]),
  ];
}
