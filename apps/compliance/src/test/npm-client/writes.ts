import { record } from './reads';
import type { Case } from './fixture';

/** The operations that change something, with the status of success. Each meets a fixture of its own. */
export const WRITES: Readonly<Record<string, Case & { status: number }>> = {
  createPolicy: {
    status: 201,
    with: ({ spareProfile }) => ({
      policy: { title: 'From the client', profile_id: spareProfile.id, compliance_threshold: 87.5 },
    }),
    expected: () =>
      record('policy', { title: 'From the client', compliance_threshold: 87.5, total_system_count: null }),
  },
  updatePolicy: {
    status: 202,
    with: () => ({ policyUpdate: { business_objective: 'Sleep well' } }),
    expected: ({ policy }) => record('policy', { id: policy.id, business_objective: 'Sleep well' }),
  },
  deletePolicy: { status: 202, expected: ({ policy }) => record('policy', { id: policy.id, total_system_count: 1 }) },

  createTailoring: {
    status: 201,
    with: () => ({ tailoringCreate: { os_minor_version: 6 } }),
    expected: () => record('tailoring', { os_minor_version: 6 }),
  },
  updateTailoring: {
    status: 202,
    with: ({ ids }) => ({ tailoring: { value_overrides: { [ids.valueDefinitionId]: 'mine' } } }),
    expected: ({ ids }) =>
      record('tailoring', { id: ids.tailoringId, value_overrides: { [ids.valueDefinitionId]: 'mine' } }),
  },
  assignRules: {
    status: 202,
    with: ({ spareRuleId }) => ({ assignRulesRequest: { ids: [spareRuleId] } }),
    expected: ({ spareRuleId }) => expect.objectContaining({ data: [expect.objectContaining({ id: spareRuleId })] }),
  },
  assignRule: {
    status: 202,
    with: ({ spareRuleId }) => ({ ruleId: spareRuleId }),
    expected: ({ spareRuleId }) => record('rule', { id: spareRuleId }),
  },
  unassignRule: { status: 202, expected: ({ ids }) => record('rule', { id: ids.ruleId }) },

  assignSystems: {
    status: 202,
    with: ({ spareSystem }) => ({ assignRulesRequest: { ids: [spareSystem.id] } }),
    expected: ({ spareSystem }) => expect.objectContaining({ data: [expect.objectContaining({ id: spareSystem.id })] }),
  },
  assignSystem: {
    status: 202,
    with: ({ spareSystem }) => ({ systemId: spareSystem.id }),
    expected: ({ spareSystem }) => record('system', { id: spareSystem.id }),
  },
  unassignSystem: { status: 202, expected: ({ system }) => record('system', { id: system.id }) },

  deleteReport: {
    status: 202,
    expected: ({ policy }) => record('report', { id: policy.id, reported_system_count: 1 }),
  },
};
