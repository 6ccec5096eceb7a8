import { parseAuthorization, parseBasic } from './basic-credentials';

const LONGEST_NAME = 100;

/** The account that Basic credentials name, true or not, for logs; undefined when they name none. */
export function claimedAccountOf(authorization: string | undefined): string | undefined {
  const { scheme, ...rest } = parseAuthorization(authorization);
  if (scheme !== 'basic' || !('value' in rest)) return undefined;
  return parseBasic(String(rest.value))?.username.slice(0, LONGEST_NAME);
}
