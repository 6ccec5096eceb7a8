import { decodeJwt } from 'jose';

/** Accepted service account and audience of tokens. */
export interface AcceptedTokens {
  /** `NAMESPACE/NAME` of the service account. */
  account: string;
  audience: string;
}

const NODE = 'authentication.kubernetes.io/node-name';

/** Whether a token claims to be acceptable. Its signature is not checked; this spares the API server the others. */
export function hasAcceptedClaims(token: string, { account, audience }: AcceptedTokens): boolean {
  try {
    const { sub, aud } = decodeJwt(token);
    return sub === getUsername(account) && [aud].flat().includes(audience);
  } catch {
    return false;
  }
}

/**
 * The node whose kubelet got the token for a pod, according to the API server; undefined if the token is refused, for
 * others, or names no node (before Kubernetes 1.30).
 * @param review a TokenReview (authentication.k8s.io/v1) as returned
 */
export function reviewedNode(review: unknown, { account, audience }: AcceptedTokens): string | undefined {
  const { authenticated, audiences, user } = getMembers(getMembers(review)['status']);
  const { username, extra } = getMembers(user);
  if (authenticated !== true || username !== getUsername(account)) return undefined;
  // An API server without support for audiences returns none.
  if (!Array.isArray(audiences) || !audiences.includes(audience)) return undefined;
  const nodes = getMembers(extra)[NODE];
  const [node, ...others] = Array.isArray(nodes) ? (nodes as unknown[]) : [];
  return typeof node === 'string' && node !== '' && others.length === 0 ? node : undefined;
}

const getUsername = (account: string): string => `system:serviceaccount:${account.replace('/', ':')}`;

function getMembers(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
