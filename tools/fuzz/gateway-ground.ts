import { DEFAULT_ORG, openEnrolments } from '../accounts';
import { SERVICE_NAMES } from '../system';
import type { Caller } from './caller';
import type { KnownIds } from './known-ids';

const INVITATIONS = 4;
let invited = 0;

/** One-time tokens that are good, so that agents enrol. */
export async function renewGateway(_caller: Caller, known: KnownIds, dataDir: string): Promise<void> {
  known.set('service', SERVICE_NAMES);
  const enrolments = openEnrolments(dataDir);
  const tokens: string[] = [];
  for (let left = INVITATIONS; left > 0; left--) {
    tokens.push(await enrolments.invite(`fuzz-agent-${++invited}`, DEFAULT_ORG));
  }
  known.set('token', tokens);
}
