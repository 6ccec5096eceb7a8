import type { UseQueryResult } from '@tanstack/react-query';
import type { ProfileRecord, SecurityGuideRecord } from '@wardstone/client/compliance';
import type { NewPolicy } from './creation';
import type { ChosenSystems } from './system-chooser';
import type { TailoringDraft } from './tailoring-draft';

/** Choices made so far. */
export interface Draft {
  guideId: string;
  profileId: string;
  title: string;
  threshold: string;
  objective: string;
  systems: ChosenSystems;
  tailoring: TailoringDraft;
}

/** The selected records, and the lists they come from. */
export interface Choice {
  guides: UseQueryResult<readonly SecurityGuideRecord[]>;
  guide: SecurityGuideRecord | undefined;
  profiles: UseQueryResult<readonly ProfileRecord[]>;
  profile: ProfileRecord | undefined;
  /** Minor versions that the profile supports at present; undefined until they are known. */
  registered: readonly number[] | undefined;
}

export interface StepProps {
  draft: Draft;
  choice: Choice;
  change: (changes: Partial<Draft>) => void;
}

/** Minor versions that the profile will support: those of the selected systems are registered with the policy. */
export function getMinors(
  { systems }: Pick<Draft, 'systems'>,
  { registered = [] }: Pick<Choice, 'registered'>,
): readonly number[] {
  const ofSystems = [...systems.values()].filter((minor) => minor !== undefined);
  return [...new Set([...registered, ...ofSystems])].sort((a, b) => a - b);
}

/** The policy to store; undefined until guide and profile are selected. */
export function toNewPolicy(draft: Draft, choice: Choice): NewPolicy | undefined {
  const { guide, profile } = choice;
  const { title, threshold, objective, systems, tailoring } = draft;
  if (!guide || !profile) return undefined;
  const minors = getMinors(draft, choice);
  const registers = minors.length > (choice.registered?.length ?? 0);
  return { guide, profile, title, threshold, objective, systems, tailoring, minors, registers };
}

/** The title of the chosen profile, unless another one was entered. Pure. */
export function titleFor(
  { title, profileId }: Pick<Draft, 'title' | 'profileId'>,
  profiles: readonly Pick<ProfileRecord, 'id' | 'title'>[],
  chosen: string,
): string {
  const suggestion = (wanted: string): string => profiles.find(({ id }) => id === wanted)?.title ?? '';
  return title === '' || title === suggestion(profileId) ? suggestion(chosen) : title;
}
