import type { TestResultRecord } from '@wardstone/client/compliance';
import { COMPLIANCE, compliancePage } from '../api/compliance';
import { LIVE, useFetched } from '../api/client';

/** Address of the stored results of a policy's system. */
export function storedResultsAddress(policyId: string, systemId: string): string {
  return `${COMPLIANCE}/reports/${encodeURIComponent(policyId)}/systems/${encodeURIComponent(systemId)}/test_results`;
}

interface Formers {
  /** Whether any two can be compared. */
  any: boolean;
  /** Whether there is one before this result. */
  of: (resultId: string) => boolean;
}

/** Results that can be compared with an earlier one: all but the oldest, once that is known. */
export function useFormers(source: string): Formers {
  const { data } = useFetched(
    [source, 'oldest'],
    (signal) => compliancePage<TestResultRecord>(source, { page: 0, size: 1, query: { sort_by: 'end_time' }, signal }),
    LIVE,
  );
  const any = data !== undefined && data.total > 1;
  return { any, of: (resultId) => any && resultId !== data.rows[0]?.id };
}
