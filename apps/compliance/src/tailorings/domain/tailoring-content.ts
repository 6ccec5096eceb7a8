import type { TailoringChanges } from './tailoring-changes';

/** Content of tailoring files. */
export interface TailoringContent {
  readonly guideRefId: string;
  readonly guideVersion: string;
  readonly osMajorVersion: number;
  /** Profile of the policy: the id that a scan with the file reports. */
  readonly policyProfileRefId: string;
  /** Profile of the tailoring itself; title and description belong to it. */
  readonly profileRefId: string;
  readonly title: string;
  readonly description: string;
  readonly changes: TailoringChanges;
  /** XCCDF id of the value -> text, all overrides. */
  readonly values: readonly (readonly [refId: string, text: string])[];
}
