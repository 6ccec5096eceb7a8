/** Why a request was refused until the user authenticates. */
export type ProofReason = 'ended' | 'recent';

/**
 * Asks the user to authenticate in a dialog.
 * @returns whether there is a session with which the request can continue
 */
type Asker = (reason: ProofReason) => Promise<boolean>;

let asker: Asker | undefined;
let pending: Promise<boolean> | undefined;

/**
 * Registers the authentication dialog while the page is mounted.
 * @returns a function that unregisters it
 */
export function proveBy(next: Asker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = undefined;
  };
}

/** Opens the login page, which leads back to the present page. */
function goToLogin({ pathname, search }: Location = window.location): void {
  window.location.assign(`/login?next=${encodeURIComponent(pathname + search)}`);
}

/**
 * Waits until the user has authenticated, once for all requests refused meanwhile. Before a page can show the dialog,
 * there is no input to lose, so the login page is used.
 */
export async function requireProof(reason: ProofReason): Promise<boolean> {
  if (!asker) {
    goToLogin();
    return false;
  }
  pending ??= asker(reason).finally(() => (pending = undefined));
  return pending;
}

/** Why a refused request may succeed after signing in; not for a wrong password that was entered. Pure. */
export function proofNeeded(status: number, errorType: string | null | undefined): ProofReason | undefined {
  if (errorType === 'reauthentication') return 'recent';
  return status === 401 && errorType !== 'invalid_credentials' ? 'ended' : undefined;
}
