import os from 'node:os';
import type { StateFolder } from './state-folder';

/** A machine that is renamed keeps the agent it had, and with it the place in the inventory. */
export function keptName(state: StateFolder, given: string | undefined, token: string | undefined): string {
  const known = given ?? state.read<{ name: string }>('agent.json')?.name ?? nameInToken(token);
  const name = agentName(known ?? os.hostname());
  state.write('agent.json', { name });
  return name;
}

/** A join token that was made for one agent has its name between prefix and secret. */
export function nameInToken(token = ''): string | undefined {
  return /^wsj_(.+)\.[^.]+$/.exec(token)?.[1];
}

/** A name that the server takes. See rule agents-2. */
export function agentName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 100) || 'agent';
}
