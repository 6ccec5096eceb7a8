/** Why a request was refused until the viewer proves who it is. */
export type ProofReason = 'ended' | 'recent';

/** Asks the viewer, above the page. @returns whether there is a session now that the request can go on with */
type Asker = (reason: ProofReason) => Promise<boolean>;

let asker: Asker | undefined;
let asked: Promise<boolean> | undefined;

/** Registers the dialog that proves the viewer's identity, while the page is mounted. @returns unregisters it */
export function proveBy(next: Asker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = undefined;
  };
}

/** Goes to the login page, and from there back to where the viewer is. */
function goToLogin({ pathname, search }: Location = window.location): void {
  window.location.assign(`/login?next=${encodeURIComponent(pathname + search)}`);
}

/**
 * Waits until the viewer has proven their identity, once for all requests refused meanwhile. Before a page can show the
 * dialog, nothing typed could be lost, so the login page is used.
 */
export async function proven(reason: ProofReason): Promise<boolean> {
  if (!asker) {
    goToLogin();
    return false;
  }
  asked ??= asker(reason).finally(() => (asked = undefined));
  return asked;
}

/** Why a refused request may succeed when the viewer signs in; not for a wrong password that was typed. Pure. */
export function proofNeeded(status: number, errorType: string | null | undefined): ProofReason | undefined {
  if (errorType === 'reauthentication') return 'recent';
  return status === 401 && errorType !== 'invalid_credentials' ? 'ended' : undefined;
}
