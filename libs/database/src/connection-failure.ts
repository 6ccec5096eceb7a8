/** SQLSTATE or socket code -> what it means for the person who gave the address. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'no server accepts connections there',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the host name cannot be looked up now',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  '28P01': 'it refuses the user name or the password',
  '28000': 'it refuses the user',
  '3D000': 'it has no such database',
  '42501': 'the role lacks a right there',
  '53300': 'it has too many connections',
  '57P03': 'it is starting or stopping',
};

/** One sentence about a database that cannot be used, without its password; undefined for any other error. */
export function explainConnectionFailure(error: unknown, url: string): string | undefined {
  const { code, message } = error as { code?: string; message?: string };
  const timedOut = /timeout|terminated/i.test(message ?? '') ? REASONS['ETIMEDOUT'] : undefined;
  const reason = REASONS[code ?? ''] ?? timedOut;
  if (reason === undefined) return undefined;
  const { hostname, port, pathname } = new URL(url);
  return `The database ${pathname.slice(1)} at ${hostname}:${port || '5432'} cannot be used: ${reason}.`;
}
