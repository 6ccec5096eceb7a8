import { newSecret } from '@wardstone/auth';

const PREFIX = 'wsj_';

/** A new join token. One for a single agent contains its name, so that the agent knows it. */
export function newJoinToken(agentName?: string): string {
  return newSecret(agentName === undefined ? PREFIX : `${PREFIX}${agentName}.`);
}

/** Whether a text looks like a join token, valid or not. */
export function isJoinToken(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** Whether the name matches the pattern, in which `*` matches any text. Linear in both. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let from = first.length;
  for (const part of others) {
    const at = name.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= name.length - last.length;
}

/** A stored join token. */
export interface JoinToken {
  agent_name: string | null;
  /** Account of the agent when the token was created; null if there was none. */
  agent_subject: string | null;
  name_pattern: string | null;
  uses: number;
  used: number;
  expires_at: Date;
}

/** The agent that presents the token. */
export interface Applicant {
  name: string;
  kid: string;
  now: Date;
  /** The key that enrolled with the same token and name, and whether it is active. */
  earlier: { kid: string; isGood: boolean } | undefined;
  /** The account with that name. */
  account: { subject: string; isAgent: boolean } | undefined;
}

/**
 * Decision on an enrolment. `rejoin`: the account stays, and its keys are replaced. `repeat`: the response may have
 * been lost, so nothing changes. Each name can be used once per token, so a removed agent cannot return with the same
 * one.
 */
export type Verdict = 'join' | 'rejoin' | 'repeat' | 'refused' | 'taken';

export function judge(token: JoinToken, { name, kid, now, earlier, account }: Applicant): Verdict {
  if (earlier) return earlier.kid === kid && earlier.isGood ? 'repeat' : 'refused';
  if (now >= token.expires_at || token.used >= token.uses) return 'refused';
  if (token.agent_name !== null) {
    if (!isInvited(token, name, account)) return 'refused';
    return account ? 'rejoin' : 'join';
  }
  if (token.name_pattern !== null && !matchesPattern(token.name_pattern, name)) return 'refused';
  return account ? 'taken' : 'join';
}

/** Whether the token is for this agent, and its account is still the one for which it was created. */
function isInvited(token: JoinToken, name: string, account: Applicant['account']): boolean {
  if (account && !account.isAgent) return false;
  return name === token.agent_name && (account?.subject ?? null) === token.agent_subject;
}
