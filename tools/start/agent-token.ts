import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DEFAULT_ORG, openAccounts, openEnrolments } from '../accounts';
import { agentFolder } from './services';

/** Longest name that an account may have, less the prefix. */
const MOST_NAME = 58;

/** What the agent of this machine is told so that it gets in; a token only when it has no login that is good. */
export async function agentToken(dataDir: string): Promise<{ AGENT_TOKEN?: string }> {
  const known = loginOf(dataDir);
  const accounts = await openAccounts(dataDir).list();
  if (accounts.some(({ username }) => username === known)) return {};
  // With a login that is good no longer it would not look at the token.
  fs.rmSync(path.join(agentFolder(dataDir), 'login.json'), { force: true });
  const username = `agent-${os
    .hostname()
    .replaceAll(/[^A-Za-z0-9._-]/g, '-')
    .slice(0, MOST_NAME)}`;
  return { AGENT_TOKEN: await openEnrolments(dataDir).invite(username, DEFAULT_ORG) };
}

function loginOf(dataDir: string): string | undefined {
  try {
    const text = fs.readFileSync(path.join(agentFolder(dataDir), 'login.json'), 'utf8');
    return (JSON.parse(text) as { username?: string }).username;
  } catch {
    return undefined;
  }
}
