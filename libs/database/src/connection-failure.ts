/** Reasons by SQLSTATE or socket code, for the person who configured the address. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'no server accepts connections there',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the host name cannot be resolved now',
  ETIMEDOUT: 'no response',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the host',
  '28P01': 'wrong user name or password',
  '28000': 'the server rejects the user',
  '3D000': 'unknown database',
  '42501': 'the role lacks a privilege',
  '53300': 'too many connections',
  '57P03': 'the server is starting or stopping',
};

/** One sentence about an unusable database, without its password; undefined for any other error. */
export function explainConnectionFailure(error: unknown, url: string): string | undefined {
  const { code, message } = error as { code?: string; message?: string };
  const timedOut = /timeout|terminated/i.test(message ?? '') ? REASONS['ETIMEDOUT'] : undefined;
  const reason = REASONS[code ?? ''] ?? timedOut;
  if (reason === undefined) return undefined;
  const { hostname, port, pathname } = new URL(url);
  return `The database ${pathname.slice(1)} at ${hostname}:${port || '5432'} cannot be used: ${reason}.`;
}
