import type { TailoringChanges } from './tailoring-changes';

/** Content of tailoring files. */
export interface TailoringContent {
  readonly guideRefId: string;
  readonly guideVersion: string;
  readonly osMajorVersion: number;
  /** Profile of the policy, whose id is reported by a scan with the file. */
  readonly policyProfileRefId: string;
  /** Profile of the tailoring itself, with this title and description. */
  readonly profileRefId: string;
  readonly title: string;
  readonly description: string;
  readonly changes: TailoringChanges;
  /** All overrides, as pairs of XCCDF id and text. */
  readonly values: readonly (readonly [refId: string, text: string])[];
}
