import { Alert, ProgressStep, ProgressStepper } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { ErrorState } from '../parts/error-state';
import { Facts } from '../parts/facts';
import { LinkButton } from '../parts/link-button';
import { complianceTexts as texts } from '../texts/compliance';
import { partTexts } from '../texts/parts';
import { type Job, jobsOf, type NewPolicy, type Progress } from './creation';

const { wizard: words } = texts;

interface ReviewProps {
  policy: NewPolicy;
  progress: Progress;
  /** The policy, once it is stored. */
  made: string | undefined;
}

/** What is about to be stored, and after a failure what is and what is not. */
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
          {jobsOf(policy, () => undefined).map((job) => (
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
  const state = stateOf(key, progress);
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

function stateOf(key: string, { done, failed, running }: Progress): keyof typeof VARIANTS {
  if (done.has(key)) return 'done';
  if (failed?.key === key) return 'failed';
  return running === key ? 'running' : 'waiting';
}
