import os from 'node:os';
import { FIRST_ADMINISTRATOR } from '@wardstone/permissions';
import { CommandError } from './command-error';
import {
  normalizeAddress,
  toBasicHeader,
  call,
  defaultAddress,
  isOfThisMachine,
  openSession,
  type Session,
} from './session';
import { type Credential, credentialFile, forgetCredential, keepCredential, readCredential } from './credentials';
import { askLine, readFirstLine } from './password-prompt';
import { withExamples } from './help';
import { type AddCommands, toAction } from './shell';

interface LoginOptions {
  user?: string;
  tokenStdin?: boolean;
  expires: string;
}

interface Caller {
  identity: { user: { username: string }; org_id: string };
  roles: string[];
}

export const addLoginCommands: AddCommands = (program, shell) => {
  const say = (line: string): void => void shell.output.write(`${line}\n`);
  withExamples(
    program.command('login'),
    'login https://wardstone.example --user alice',
    'login https://wardstone.example --token-stdin < token',
  )
    .argument('[url]', `address of the gateway (default: ${defaultAddress(process.env)})`)
    .option('-u, --user <name>', 'user name; prompted for otherwise')
    .option('--token-stdin', 'take a token from standard input instead of a user name and password')
    .option('--expires <days>', 'days after which the login ends', '30')
    .summary('Log in; all other commands use the login.')
    .description(
      'Log in with a password, which is prompted for or read from standard input, and keep a token, never the ' +
        'password, in a file that only you can read.',
    )
    .action(
      toAction(shell, (url: string | undefined, options: LoginOptions) =>
        logIn(url ?? defaultAddress(process.env), options, say),
      ),
    );
  withExamples(program.command('logout'), 'logout')
    .description('Log out: revoke and remove the token of the login.')
    .action(toAction(shell, () => logOut(say)));
  withExamples(program.command('token'), 'token', 'token --expires 30')
    .option('--expires <days>', 'days after which a new token expires', '1')
    .summary('Print a token for other programs.')
    .description(
      'Print a token to send as "Authorization: Bearer TOKEN": the one of the login, or a new one on the local "npm start". ' +
        'Whoever has it acts as you until it expires or is revoked.',
    )
    .action(
      toAction(shell, async ({ expires }: { expires: string }) =>
        say(await toToken(openSession(process.env), expires)),
      ),
    );
  withExamples(program.command('whoami'), 'whoami')
    .description('Print the installation, the account and its roles.')
    .action(
      toAction(shell, async () => {
        const session = openSession(process.env);
        const { identity, roles } = await getCaller(session);
        say(`${identity.user.username} (${roles.join(', ')}) of ${identity.org_id} at ${session.url}`);
      }),
    );
};

async function logIn(address: string, options: LoginOptions, say: (line: string) => void): Promise<void> {
  const url = normalizeAddress(address);
  if (url.startsWith('http:') && !isOfThisMachine(url))
    console.error(`Warning: ${url} is not encrypted; others on the way can read what you send.`);
  const before = savedCredential();
  const credential = options.tokenStdin ? await takenToken(url) : await madeToken(url, options);
  keepCredential(credential);
  say(`Logged in at ${url} as ${credential.username}; the token is in ${credentialFile()}.`);
  if (before) await revoke(before);
}

/** An unusable file counts as none, and is replaced. */
function savedCredential(): Credential | undefined {
  try {
    return readCredential();
  } catch {
    return undefined;
  }
}

async function takenToken(url: string): Promise<Credential> {
  const token = (await readFirstLine())?.trim();
  if (!token) throw new CommandError('No token on standard input.');
  const { identity } = await getCaller({ url, authorization: `Bearer ${token}` });
  return { url, username: identity.user.username, token };
}

async function madeToken(url: string, { user, expires }: LoginOptions): Promise<Credential> {
  const username = user || process.env['WARDSTONE_USER'] || (await askName());
  const password = process.env['WARDSTONE_PASSWORD'] || (await askLine(`Password of ${username}: `, { hidden: true }));
  if (!password) throw new CommandError('No password given.');
  const { token, id } = await createToken({ url, authorization: toBasicHeader(username, password) }, 'login', expires);
  return { url, username, token, tokenId: id };
}

/** The token of a session; a session with a password gets a new one. */
async function toToken(session: Session, expires: string): Promise<string> {
  const [scheme, used] = session.authorization.split(' ');
  return scheme === 'Bearer' ? used! : (await createToken(session, 'token', expires)).token;
}

function createToken(session: Session, command: string, expires: string): Promise<{ token: string; id: string }> {
  const name = `wardstone ${command} on ${os.hostname()}`.slice(0, 100);
  return call(session, 'POST', '/auth/tokens', { name, expiresInDays: Number(expires) });
}

async function askName(): Promise<string> {
  const { username } = FIRST_ADMINISTRATOR;
  if (!process.stdin.isTTY) return username;
  return (await askLine(`User name (${username}): `)) || username;
}

function getCaller(session: Session): Promise<Caller> {
  return call<Caller>(session, 'GET', '/auth/caller');
}

async function logOut(say: (line: string) => void): Promise<void> {
  const credential = savedCredential();
  forgetCredential();
  if (!credential) return say('You were not logged in.');
  say(`Logged out at ${credential.url}.`);
  await revoke(credential);
}

/** The login is removed in any case; a token that stays valid is named. */
async function revoke({ url, token, tokenId, username }: Credential): Promise<void> {
  if (tokenId === undefined) return;
  try {
    await call({ url, authorization: `Bearer ${token}` }, 'DELETE', `/auth/tokens/${tokenId}`);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    // Expired, or revoked in the console.
    if (error.status === 401 || error.status === 404) return;
    console.error(`Warning: the token of ${username} at ${url} was not revoked: ${error.message}`);
  }
}
