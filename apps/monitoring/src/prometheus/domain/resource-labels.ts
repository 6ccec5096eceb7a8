import { isName, type Matcher } from '@wardstone/promql';

interface LabelledResource {
  readonly resourceId: number;
  readonly resource: string;
  readonly platform: string;
  readonly groups: readonly string[];
}

const RESOURCE_LABELS: ReadonlySet<string> = new Set(['resource', 'resource_id', 'platform', 'group']);

/** Labels that all series of a resource share. See rule prometheus-5. */
export function labelsOfResource({ resourceId, resource, platform, groups }: LabelledResource): [string, string][] {
  return [
    ['resource', resource],
    ['resource_id', String(resourceId)],
    ['platform', platform],
    // With a comma on both sides, so that a pattern can match one of several groups.
    ['group', groups.length === 0 ? '' : `,${groups.join(',')},`],
  ];
}

/** Label values that the matchers require. */
export function requiredLabels(
  matchers: readonly Matcher[],
): Record<'resource' | 'resource_id' | 'platform', string[]> {
  const equalTo = (label: string): string[] =>
    matchers
      .filter(({ name, operator, value }) => name === label && operator === '=' && value !== '')
      .map(({ value }) => value);
  return { resource: equalTo('resource'), resource_id: equalTo('resource_id'), platform: equalTo('platform') };
}

/** Whether series of descriptors, whose other labels are `ofDefinition`, may match. */
export function mayMatchOwn(matchers: readonly Matcher[], ofDefinition: ReadonlySet<string>): boolean {
  return matchers.every(({ name, accepts }) => RESOURCE_LABELS.has(name) || ofDefinition.has(name) || accepts(''));
}

/** Whether a selector wants a label that no series has, since the database refuses the text. */
export function requiresImpossible(matchers: readonly Matcher[]): boolean {
  return matchers.some(({ operator, value }) => operator === '=' && value !== '' && !isName(value));
}
