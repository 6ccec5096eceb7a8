import { parseArgs } from 'node:util';
import { AccountError } from '@wardstone/auth';
import type { OpenAccounts } from '../apps/gateway/src/open-accounts';
import { dataFolder, withAccounts } from './accounts';
import { UsageError, printTable } from './terminal';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `npm run account -- token ...` */
export async function runToken(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { name: { type: 'string' }, role: { type: 'string', multiple: true }, expires: { type: 'string' } },
  });
  const [command, subject, ...rest] = positionals;
  const { name, role, expires } = values;
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is an unexpected argument.`);
  if (!command || !['add', 'list', 'revoke'].includes(command)) throw new UsageError('Which command?');
  if (subject === undefined) throw new UsageError(command === 'revoke' ? 'Which token?' : 'Which account?');
  if (command === 'add' && !name) throw new UsageError('A token needs a --name.');
  const expiresInDays = expires === undefined ? undefined : Number(expires);
  if (expiresInDays !== undefined && !(Number.isInteger(expiresInDays) && expiresInDays > 0)) {
    throw new UsageError('--expires is a number of days.');
  }
  await withAccounts(dataFolder(), async ({ accounts, tokens }) => {
    if (command === 'revoke') {
      const token = UUID.test(subject) ? await tokens.find(subject) : undefined;
      if (!token) throw new AccountError(`Unknown token ${subject}.`);
      await tokens.revokeRow(token);
      return console.log(`The token "${token.name}" of ${token.username} is revoked.`);
    }
    const account = await accounts.lookUpNow(subject);
    if (!account) throw new AccountError(`Unknown account ${subject}.`);
    if (command === 'list') return listTokens(await tokens.listOf(subject));
    const wanted = {
      name: name!,
      ...(role ? { roles: role } : {}),
      ...(expiresInDays === undefined ? {} : { expiresInDays }),
    };
    console.log((await tokens.makeFor(account, wanted)).token);
  });
}

function listTokens(tokens: Awaited<ReturnType<OpenAccounts['tokens']['listOf']>>): void {
  const day = (time: Date | null): string => time?.toISOString().slice(0, 10) ?? '-';
  const rows = tokens.map((token) => [
    token.id,
    token.hint,
    token.name,
    token.roles.join(','),
    day(token.created_at),
    day(token.expires_at),
    day(token.last_used_at),
    day(token.revoked_at),
  ]);
  printTable([['ID', 'BEGINS', 'NAME', 'ROLES', 'SINCE', 'EXPIRES', 'LAST USED', 'REVOKED'], ...rows]);
}
