import type { ProfileRecord, RuleTreeNodeRecord } from '@wardstone/client/compliance';
import { type ReactNode, useMemo } from 'react';
import { COMPLIANCE } from '../api/compliance';
import { useApi } from '../api/client';
import { EmptyPart, ErrorState, Loaded } from '../parts/states';
import { LinkButton, PartTabs } from '../parts/page';
import { complianceTexts as texts } from '../texts/compliance';
import { RuleSwitches } from './rule-switches';
import { selectedRules, withRule, withValue } from './tailoring-draft';
import { rulesBelow } from './tree';
import { ValueFields } from './value-fields';
import { getMinors, type StepProps } from './wizard-draft';
import { Alert, ProgressStep, ProgressStepper } from '@patternfly/react-core';
import { Facts } from '../parts/values';
import { partTexts } from '../texts/parts';
import { type Job, creationJobs, type NewPolicy, type Progress } from './creation';

const { wizard: words } = texts;

/** Rules and values that differ from the profile; stored with the policy. */
export function TailoringStep(step: StepProps): ReactNode {
  const { profile } = step.choice;
  const minors = getMinors(step.draft, step.choice);
  if (!profile) return null;
  if (minors.length === 0) return <EmptyPart {...words.noMinors} />;
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

interface ReviewProps {
  policy: NewPolicy;
  progress: Progress;
  /** Id of the policy, once it is stored. */
  made: string | undefined;
}

/** Summary before storing; after a failure, the state of each job. */
export function Review({ policy, progress, made }: ReviewProps): ReactNode {
  const { guide, profile, title, threshold, minors, registers, systems, tailoring } = policy;
  const { running, failed, isOver, notes } = progress;
  const rules = [...tailoring.rules.values()];
  const added = rules.filter(({ isOn }) => isOn).length;
  return (
    <>
      <Facts
        facts={[
          [words.policyTitle, title],
          [words.guide, `${guide.title}, ${guide.version}`],
          [words.profile, profile.title],
          [words.minors, minors.join(', ') || texts.none],
          [texts.threshold, texts.percent(threshold)],
          [words.systems, systems.size],
          [words.tailoring, words.changes(added, rules.length - added, tailoring.values.size)],
        ]}
      />
      {registers && (
        <Alert variant="info" isInline title={words.registers(minors)}>
          {words.registersBody}
        </Alert>
      )}
      {failed && <ErrorState error={failed.error} title={made === undefined ? partTexts.refused : words.partly} />}
      {notes.map((note) => (
        <Alert key={note} variant="warning" isInline title={note} />
      ))}
      {(running !== undefined || failed || isOver) && (
        <ProgressStepper isVertical aria-label={words.jobs.label} className="jobs">
          {creationJobs(policy, () => undefined).map((job) => (
            <JobStep key={job.key} job={job} progress={progress} />
          ))}
        </ProgressStepper>
      )}
      {made !== undefined && (failed || isOver) && (
        <LinkButton variant="link" to={`/compliance/policies/${made}`}>
          {words.toPolicy}
        </LinkButton>
      )}
    </>
  );
}

const VARIANTS = { done: 'success', failed: 'danger', running: 'info', waiting: 'pending' } as const;

function JobStep({ job: { key, title }, progress }: { job: Job; progress: Progress }): ReactNode {
  const state = toState(key, progress);
  return (
    <ProgressStep
      id={`job-${key}`}
      titleId={`job-${key}-title`}
      variant={VARIANTS[state]}
      isCurrent={state === 'running'}
      description={words.jobs.states[state]}
      aria-label={`${title}: ${words.jobs.states[state]}`}
    >
      {title}
    </ProgressStep>
  );
}

function toState(key: string, { done, failed, running }: Progress): keyof typeof VARIANTS {
  if (done.has(key)) return 'done';
  if (failed?.key === key) return 'failed';
  return running === key ? 'running' : 'waiting';
}
