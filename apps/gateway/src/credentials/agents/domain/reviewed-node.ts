import { decodeJwt } from 'jose';

/** Accepted service account and audience of tokens. */
export interface AcceptedTokens {
  /** `NAMESPACE/NAME` of the service account. */
  account: string;
  audience: string;
}

const NODE = 'authentication.kubernetes.io/node-name';

/**
 * Whether a token states that it is one of those. Its signature is not checked: this saves the API server the rest.
 */
export function claimsToBeAccepted(token: string, { account, audience }: AcceptedTokens): boolean {
  try {
    const { sub, aud } = decodeJwt(token);
    return sub === usernameOf(account) && [aud].flat().includes(audience);
  } catch {
    return false;
  }
}

/**
 * The node whose kubelet got the token for a pod, as the API server says; undefined when the token is refused, is for
 * others, or names no node (before Kubernetes 1.30).
 *
 * @param review a TokenReview (authentication.k8s.io/v1) as it was returned
 */
export function reviewedNode(review: unknown, { account, audience }: AcceptedTokens): string | undefined {
  const { authenticated, audiences, user } = membersOf(membersOf(review)['status']);
  const { username, extra } = membersOf(user);
  if (authenticated !== true || username !== usernameOf(account)) return undefined;
  // An API server that knows no audiences names none.
  if (!Array.isArray(audiences) || !audiences.includes(audience)) return undefined;
  const nodes = membersOf(extra)[NODE];
  const [node, ...others] = Array.isArray(nodes) ? (nodes as unknown[]) : [];
  return typeof node === 'string' && node !== '' && others.length === 0 ? node : undefined;
}

const usernameOf = (account: string): string => `system:serviceaccount:${account.replace('/', ':')}`;

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
