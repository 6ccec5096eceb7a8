import type { JoinTerms } from '@wardstone/auth';

/** The terms that are stored with a join token, and with the account of an agent. Undefined when there are none. */
export function joinTermsOf(group: string | null, isAutoImport: boolean): JoinTerms | undefined {
  if (group === null && !isAutoImport) return undefined;
  return { ...(group === null ? {} : { group }), ...(isAutoImport ? { autoImport: true } : {}) };
}
