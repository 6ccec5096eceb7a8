import type { TailoringChanges } from './tailoring-changes';

/** What the tailoring files say. */
export interface TailoringContent {
  readonly guideRefId: string;
  readonly guideVersion: string;
  readonly osMajorVersion: number;
  /** Of the policy's profile: the id that a scan with the file reports. */
  readonly policyProfileRefId: string;
  /** Of the tailoring's own profile, as are title and description. */
  readonly profileRefId: string;
  readonly title: string;
  readonly description: string;
  readonly changes: TailoringChanges;
  /** XCCDF id of the value -> text, all overrides. */
  readonly values: readonly (readonly [refId: string, text: string])[];
}
