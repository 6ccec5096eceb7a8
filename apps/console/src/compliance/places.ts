/** The page of all results of a system of a policy. Pure. */
export const historyOf = (policyId: string, systemId: string): string =>
  `/compliance/policies/${policyId}/systems/${systemId}`;
