import { readText, refuseUnknownKeys, requireStorableText } from '../../api/domain/given-body';
import type { GivenBody } from '../../api/domain/given-body';
import { ParameterError } from '../../api/domain/parameter-error';

/** What a client may say about a policy after it was created; undefined is left as it is. */
export interface PolicyChange {
  readonly description: string | undefined;
  readonly businessObjective: string | undefined;
  /** Percent; any magnitude, `policyViolations` checks the range. */
  readonly complianceThreshold: number | undefined;
}

export interface PolicyDraft extends PolicyChange {
  readonly title: string | undefined;
  /** As given; undefined for everything that cannot be an id. */
  readonly profileId: string | undefined;
}

const CHANGEABLE = ['description', 'business_objective', 'compliance_threshold'] as const;
const CREATABLE = ['title', ...CHANGEABLE, 'profile_id'] as const;

const INTEGER_TEXT = /^-?[0-9]+$/;
const DECIMAL_TEXT = /^-?[0-9]+\.[0-9]+$/;
const OUTER_BLANKS = /^[\t\n\v\f\r ]+|[\t\n\v\f\r ]+$/g;

function readThreshold({ values }: GivenBody): number | undefined {
  const key = 'compliance_threshold';
  if (!values.has(key)) return undefined;
  const value = values.get(key);
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    requireStorableText(key, value);
    if (DECIMAL_TEXT.test(value)) return Number(value);
    const trimmed = value.replace(OUTER_BLANKS, '');
    if (INTEGER_TEXT.test(trimmed)) return Number(trimmed);
  }
  throw new ParameterError(`${key} must be an integer`);
}

function readProfileId({ values }: GivenBody): string | undefined {
  const key = 'profile_id';
  if (!values.has(key)) return undefined;
  const value = values.get(key);
  if (typeof value === 'string') return requireStorableText(key, value);
  if (typeof value === 'number' && Number.isInteger(value)) return undefined;
  throw new ParameterError(`${key} must be an integer`);
}

/**
 * The body of CreatePolicy (compliance spec A8.2). The first failing key is reported, in the order of the table there;
 * unknown keys after all values.
 *
 * @throws ParameterError, ListQueryError (unpermitted names)
 */
export function readPolicyDraft(given: GivenBody): PolicyDraft {
  const title = readText(given, 'title');
  const change = readChange(given);
  const profileId = readProfileId(given);
  refuseUnknownKeys(given, CREATABLE);
  return { title, ...change, profileId };
}

/**
 * The body of UpdatePolicy (compliance spec A8.4). A key `id` is ignored.
 *
 * @throws ParameterError, ListQueryError (unpermitted names, also `title` and `profile_id`)
 */
export function readPolicyChange(given: GivenBody): PolicyChange {
  const change = readChange(given);
  refuseUnknownKeys(given, [...CHANGEABLE, 'id']);
  return change;
}

function readChange(given: GivenBody): PolicyChange {
  return {
    description: readText(given, 'description'),
    businessObjective: readText(given, 'business_objective'),
    complianceThreshold: readThreshold(given),
  };
}
