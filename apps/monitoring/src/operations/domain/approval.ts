import type { CallerIdentity } from '@wardstone/auth';

/** The account that requested an operation. */
export interface Requester {
  requested_by: string;
  /** Null for an alert. */
  requested_subject: string | null;
}

/** Whether the setting names the operation; `*` stands for all. Pure. */
export function needsApproval(names: readonly string[], operationName: string): boolean {
  return names.includes('*') || names.includes(operationName);
}

/**
 * Why the caller may not approve the request; undefined if they may. Names count as well, because a person may have an
 * account here and one of the same name at another issuer. Pure.
 */
export function approvalProblem(
  { requested_by: login, requested_subject: subject }: Requester,
  caller: Pick<CallerIdentity, 'username' | 'subject' | 'type'>,
): string | undefined {
  if (caller.type !== 'User') return 'Only people can approve operations';
  const isSame = caller.subject === subject || caller.username.toLowerCase() === login.toLowerCase();
  return isSame ? 'The person who requested the operation cannot approve it' : undefined;
}

/** Message for the requester of a rejected operation. Pure. */
export function toRejection(login: string, reason = ''): string {
  return reason.trim() === '' ? `Rejected by ${login}` : `Rejected by ${login}: ${reason.trim()}`;
}
