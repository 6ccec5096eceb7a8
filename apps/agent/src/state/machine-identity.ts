import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { StateFolder } from './state-folder';

/** Identity of a machine. */
export interface MachineIdentity {
  hostname: string;
  /** Digest of the machine id of systemd or D-Bus, which must not be passed on; undefined without one. */
  machine: string | undefined;
}

const STATE = 'machine.json';
const MACHINE_ID_FILES = ['/etc/machine-id', '/var/lib/dbus/machine-id'];

/** The state folder belongs to another machine: two agents with one key would overwrite each other's values. */
export class OtherMachine extends Error {
  override readonly name = 'OtherMachine';
}

/** The identity of the machine that the agent runs on. */
export function identityOfMachine(hostname: string, files = MACHINE_ID_FILES): MachineIdentity {
  const id = files.map(readId).find((text) => text !== undefined);
  return { hostname, machine: id && createHash('sha256').update(`wardstone ${id}`).digest('base64url') };
}

/**
 * Compares the machine with the last user of the state folder, and stores it. A renamed or rebuilt machine keeps its
 * agent; if both name and id differ, it is another machine. Returns a message for users.
 * @throws OtherMachine
 */
export function checkMachine(state: StateFolder, now: MachineIdentity): string | undefined {
  const kept = state.read<MachineIdentity>(STATE);
  const isRenamed = kept !== undefined && kept.hostname !== now.hostname;
  const hasOtherId = kept?.machine !== undefined && now.machine !== undefined && kept.machine !== now.machine;
  if (isRenamed && hasOtherId) {
    throw new OtherMachine(
      `the state folder ${state.folder} belongs to another machine, ${kept.hostname}: it was copied, or is part of an ` +
        `image. Empty it, invite this machine (npx wardstone account invite ${now.hostname}) and set AGENT_TOKEN`,
    );
  }
  state.write(STATE, now);
  return isRenamed
    ? `the host name was ${kept.hostname} and is ${now.hostname}: if both machines exist, empty the state folder of ` +
        'one and invite it as an agent of its own'
    : undefined;
}

function readId(file: string): string | undefined {
  try {
    const id = fs.readFileSync(file, 'utf8').trim();
    return /^[0-9a-f]{32}$/.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
