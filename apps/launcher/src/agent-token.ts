import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { OpenAccounts } from '../../gateway/src';
import { DEFAULT_ORG } from './accounts';
import { agentFolder } from './services';

/** Maximum length of an account name, minus the prefix. */
const MAX_NAME_LENGTH = 58;
const DAY_SECONDS = 24 * 60 * 60;
/** Files of the agent: its name, and its key. */
const [NAME, IDENTITY] = ['agent.json', 'identity.json'] as const;

/** Settings with which this machine's agent logs in; a token only if it has no account yet. */
export async function agentToken(
  dataDir: string,
  { accounts, joinTokens }: OpenAccounts,
): Promise<{ AGENT_TOKEN?: string }> {
  const folder = agentFolder(dataDir);
  const known = read<{ username: string }>(folder, IDENTITY)?.username;
  if ((await accounts.list()).some(({ username }) => username === known)) return {};
  const hostname = os.hostname().replaceAll(/[^A-Za-z0-9._-]/g, '-');
  const name = read<{ name: string }>(folder, NAME)?.name ?? `agent-${hostname.slice(0, MAX_NAME_LENGTH)}`;
  const { token } = await joinTokens.create({ name, uses: 1, expiresIn: DAY_SECONDS }, { orgId: DEFAULT_ORG });
  return { AGENT_TOKEN: token };
}

function read<T>(folder: string, name: string): Partial<T> | undefined {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as Partial<T>;
  } catch {
    return undefined;
  }
}
