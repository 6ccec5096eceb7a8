import type { ProfileRecord, RuleTreeNodeRecord } from '@wardstone/client/compliance';
import { type ReactNode, useMemo } from 'react';
import { COMPLIANCE } from '../api/compliance';
import { useApi } from '../api/hooks';
import { EmptyPart } from '../parts/empty-part';
import { Loaded } from '../parts/loaded';
import { PartTabs } from '../parts/part-tabs';
import { complianceTexts as texts } from '../texts/compliance';
import { RuleSwitches } from './rule-switches';
import { selectedRules, withRule, withValue } from './tailoring-draft';
import { rulesBelow } from './tree';
import { ValueFields } from './value-fields';
import { minorsOf, type StepProps } from './wizard-draft';

const { wizard: words } = texts;

/** Which rules and values differ from those of the profile; stored with the policy. */
export function TailoringStep(step: StepProps): ReactNode {
  const { profile } = step.choice;
  const minors = minorsOf(step.choice);
  if (!profile) return null;
  if (minors.length === 0) return <EmptyPart {...words.noMinorsYet} />;
  return (
    <>
      <p>{words.tailoringHelp(minors)}</p>
      <PartTabs
        label={texts.tailoring.parts}
        tabs={[
          { name: 'rules', title: texts.tailoring.rules, content: () => <Rules {...step} profile={profile} /> },
          { name: 'values', title: texts.tailoring.values, content: () => <Values {...step} profile={profile} /> },
        ]}
      />
    </>
  );
}

type WithProfile = StepProps & { profile: ProfileRecord };

function Rules({ draft, change, profile }: WithProfile): ReactNode {
  const path = `${COMPLIANCE}/security_guides/${draft.guideId}/profiles/${profile.id}/rule_tree`;
  const query = useApi<RuleTreeNodeRecord[]>(path, { staleTime: Infinity });
  const ofProfile = useMemo(() => new Set(rulesBelow(query.data ?? [])), [query.data]);
  return (
    <Loaded query={query}>
      {() => (
        <RuleSwitches
          guideId={draft.guideId}
          selected={selectedRules(ofProfile, draft.tailoring)}
          toggle={(rule, isOn) => change({ tailoring: withRule(draft.tailoring, ofProfile, rule, isOn) })}
          opensTabs
        />
      )}
    </Loaded>
  );
}

function Values({ draft, change, profile }: WithProfile): ReactNode {
  const { rules, values } = draft.tailoring;
  return (
    <ValueFields
      guideId={draft.guideId}
      rulesPath={`${COMPLIANCE}/security_guides/${draft.guideId}/profiles/${profile.id}/rules`}
      isOn={({ id }) => rules.get(id)?.isOn !== false}
      others={[
        ...Object.keys(profile.value_overrides),
        ...values.keys(),
        ...[...rules.values()].flatMap(({ isOn, values: used }) => (isOn ? used : [])),
      ]}
      settingOf={({ id }) => values.get(id)?.text}
      fallbackOf={({ id, default_value: fallback }) => profile.value_overrides[id] ?? fallback}
      change={(definition, text) => change({ tailoring: withValue(draft.tailoring, definition, text) })}
    />
  );
}
