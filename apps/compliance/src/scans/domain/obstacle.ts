import { isForeignFamily } from '../../systems/domain/os-family';

/** A system of a policy, with everything that a scan needs. */
export interface ScanTarget {
  readonly agent_name: string | null;
  readonly os_name: string | null;
  readonly os_major_version: number;
  readonly os_minor_version: number;
  readonly policy_os_major_version: number;
  readonly guide_ref_id: string;
  /** Tailoring for the minor version; null if the policy has none. */
  readonly tailoring_id: string | null;
  /** Digest of its guide's source document; null if it is not stored. */
  readonly guide_sha256: string | null;
}

/** Why the system cannot be scanned for the policy; undefined if it can. */
export function findObstacle(target: ScanTarget): string | undefined {
  if (target.agent_name === null) return 'no agent reports the system as its host';
  const isOtherMajor = target.os_major_version !== target.policy_os_major_version;
  if (isOtherMajor || isForeignFamily(target.guide_ref_id, target.os_name)) {
    return 'the policy is for another operating system';
  }
  if (target.tailoring_id === null) return `the policy has no tailoring for minor version ${target.os_minor_version}`;
  if (target.guide_sha256 === null) return 'the document of the guide is not kept: import the guide again';
  return undefined;
}
