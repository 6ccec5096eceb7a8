import os from 'node:os';
import type { StateFolder } from './state-folder';

/** A renamed machine keeps its agent, and so its resources in the inventory. */
export function keptName(state: StateFolder, given: string | undefined, token: string | undefined): string {
  const known = given ?? state.read<{ name: string }>('agent.json')?.name ?? nameInToken(token);
  const name = agentName(known ?? os.hostname());
  state.write('agent.json', { name });
  return name;
}

/** A join token for a single agent contains its name between prefix and secret. */
export function nameInToken(token = ''): string | undefined {
  return /^wsj_(.+)\.[^.]+$/.exec(token)?.[1];
}

/** A name that the server accepts. See rule agents-2. */
export function agentName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 100) || 'agent';
}
