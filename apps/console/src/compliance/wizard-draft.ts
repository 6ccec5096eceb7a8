import type { UseQueryResult } from '@tanstack/react-query';
import type { ProfileRecord, SecurityGuideRecord } from '@wardstone/client/compliance';
import type { NewPolicy } from './creation';
import type { TailoringDraft } from './tailoring-draft';

/** What was chosen so far. */
export interface Draft {
  guideId: string;
  profileId: string;
  title: string;
  threshold: string;
  objective: string;
  /** Minor versions to register; undefined while those that are registered stay. */
  minors: string | undefined;
  systems: ReadonlySet<string>;
  tailoring: TailoringDraft;
}

/** The records that a draft names, and the lists that they are chosen from. */
export interface Choice {
  guides: UseQueryResult<readonly SecurityGuideRecord[]>;
  guide: SecurityGuideRecord | undefined;
  profiles: UseQueryResult<readonly ProfileRecord[]>;
  profile: ProfileRecord | undefined;
  /** Minor versions that the profile supports now; undefined until they are known. */
  registered: readonly number[] | undefined;
  /** Those that were typed; undefined for none, or for what is no list of versions. */
  typed: readonly number[] | undefined;
}

export interface StepProps {
  draft: Draft;
  choice: Choice;
  change: (changes: Partial<Draft>) => void;
}

/** The minor versions that the profile supports once the policy is made. */
export const minorsOf = ({ typed, registered }: Choice): readonly number[] => typed ?? registered ?? [];

/** Whether minor versions have to be registered. */
export function registersMinors({ typed, registered }: Choice): boolean {
  return typed !== undefined && String(typed) !== String(registered);
}

/** All that is stored; undefined until guide and profile are chosen. */
export function newPolicyOf(draft: Draft, choice: Choice): NewPolicy | undefined {
  const { guide, profile } = choice;
  const { title, threshold, objective, systems, tailoring } = draft;
  if (!guide || !profile) return undefined;
  const minors = { minors: minorsOf(choice), registers: registersMinors(choice) };
  return { guide, profile, title, threshold, objective, systems, tailoring, ...minors };
}
