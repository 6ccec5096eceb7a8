import { complianceTexts } from '../texts/compliance';

const { steps } = complianceTexts.scans;

interface NextStep {
  text: string;
  /** Where it is done, as far as that is in the console. */
  to?: (policyId: string) => string;
}

const tabOf =
  (tab: string) =>
  (policyId: string): string =>
    `/compliance/policies/${policyId}?tab=${tab}`;
const toGuides = (): string => '/compliance/guides';

/** By the beginnings of the reasons that compliance and agents give. */
const STEPS: readonly (readonly [start: string, step: NextStep])[] = [
  ['no agent reports the system', { text: steps.noAgent }],
  ['the policy is for another operating system', { text: steps.otherSystem, to: tabOf('systems') }],
  ['the policy has no tailoring', { text: steps.noTailoring, to: tabOf('tailorings') }],
  ['the document of the guide is not kept', { text: steps.noDocument, to: toGuides }],
  ['there is no oscap', { text: steps.noScanner }],
  ['the agent lacks the rights', { text: steps.noRights }],
  ['the guide does not apply', { text: steps.otherGuide, to: toGuides }],
  ['the guide has no', { text: steps.otherGuide, to: toGuides }],
];

/** What to do about a system that was not scanned; undefined for reasons that are not known. Pure. */
export function nextStepOf(reason: string): NextStep | undefined {
  return STEPS.find(([start]) => reason.startsWith(start))?.[1];
}
