import type { Condition, FiringRules } from '@wardstone/alerting';

/** The parts of a definition that decided a firing. */
export interface FiredRules extends FiringRules {
  conditions: readonly Condition[];
}

/** Unit of a logged condition's values, from the rules of its alert; null where the category has none. */
export function measureOfLog(log: string, rules: string): string {
  return `(SELECT rule -> 'measure' FROM jsonb_array_elements(${rules} -> 'conditions') AS rule
            WHERE rule -> 'id' = to_jsonb(${log}.condition_id))`;
}
