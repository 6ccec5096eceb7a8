import type { ReactNode } from 'react';
import { useFetched, wardstone } from '../api/client';

const NAMES = '/auth/names';
const KNOWN_FOR_MS = 60_000;
/** Maximum number of loaded pages of names; other people are shown by login. */
const MAX_PAGES = 20;

async function readNames(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const found = await wardstone.get(NAMES, { query: { after }, signal });
    for (const { username, name } of found.names) names.set(username, name);
    if (!found.more) break;
    after = found.names.at(-1)?.username;
  }
  return names;
}

/** Returns the text that shows a login: `Ann Lee (ann)`, or the login alone where no name is known. */
export function usePersonText(): (login: string) => string {
  const { data } = useFetched([NAMES], readNames, { staleTime: KNOWN_FOR_MS });
  return (login) => {
    const name = data?.get(login);
    return name === undefined ? login : `${name} (${login})`;
  };
}

/** A person by name and login. */
export function Person({ login }: { login: string }): ReactNode {
  const personText = usePersonText();
  return personText(login);
}
