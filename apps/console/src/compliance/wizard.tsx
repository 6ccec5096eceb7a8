import {
  ActionList,
  ActionListGroup,
  ActionListItem,
  Button,
  Radio,
  Wizard,
  WizardFooterWrapper,
  WizardStep,
  useWizardContext,
} from '@patternfly/react-core';
import type { ProfileRecord, SecurityGuideRecord } from '@wardstone/client/compliance';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { COMPLIANCE, wholeList } from '../api/compliance';
import { useFetched } from '../api/client';
import { EmptyPart, Loaded } from '../parts/states';
import { TextField } from '../parts/forms';
import { ConsolePage, LinkButton } from '../parts/page';
import { SAVED, useUnsaved } from '../parts/unsaved';
import { useMay } from '../api/caller';
import { partTexts } from '../texts/parts';
import { complianceTexts as texts } from '../texts/compliance';
import { useCreation } from './creation';
import { useSupportedMinors } from './profile';
import { SystemChooser } from './system-chooser';
import { NO_CHANGES, hasWrongValue } from './tailoring-draft';
import { isThreshold } from './values';
import { type Choice, type Draft, titleFor, toNewPolicy, type StepProps } from './wizard-draft';
import { Review, TailoringStep } from './wizard-steps';

const { wizard: words } = texts;
/** Each step has a path below this one, so that the browser's Back button opens the previous step. */
const HERE = '/compliance/policies/new';
const FIRST_STEP = 'guide';
const isStep = ({ pathname }: { pathname: string }): boolean => pathname === HERE || pathname.startsWith(`${HERE}/`);
const GUIDES = `${COMPLIANCE}/security_guides`;

/** Reset when another guide or profile is chosen. */
const UNCHOSEN = { systems: new Map<string, number>(), tailoring: NO_CHANGES };

/** Wizard for a policy: guide, profile, systems and tailoring. */
export function PolicyWizard(): ReactNode {
  const [search] = useSearchParams();
  const [draft, setDraft] = useState<Draft>({
    guideId: search.get('guide') ?? '',
    profileId: search.get('profile') ?? '',
    title: '',
    threshold: '100',
    objective: '',
    ...UNCHOSEN,
  });
  const [isChanged, setChanged] = useState(false);
  const change = (changes: Partial<Draft>): void => {
    setDraft((current) => ({ ...current, ...changes }));
    setChanged(true);
  };
  const choice = useChoice(draft);
  const { create, made, progress } = useCreation();
  const navigate = useNavigate();
  const isBusy = progress.running !== undefined;
  // Parts that are already stored can no longer be changed.
  const isFixed = isBusy || made !== undefined;
  const policy = isFixed ? progress.policy : toNewPolicy(draft, choice);
  useUnsaved(isChanged && made === undefined, isStep);
  const save = async (): Promise<void> => {
    const outcome = policy && (await create(policy));
    if (outcome?.notes.length === 0) void navigate(`/compliance/policies/${outcome.id}`, SAVED);
  };
  const isReady = { guide: choice.guide !== undefined, ...getReadiness(draft, choice) };
  const step = { draft, choice, change };
  const names = { nextButtonText: words.next, backButtonText: words.back };
  return (
    <ConsolePage title={words.title} trail={[{ title: texts.title, to: '/compliance' }]} isFilled className="wizard">
      <Wizard
        navAriaLabel={words.steps}
        isVisitRequired
        onClose={() => void navigate('/compliance')}
        onSave={() => void save()}
        onStepChange={(_event, { id }) => void navigate(`${HERE}/${id}`)}
        header={<StepOfAddress />}
      >
        <WizardStep
          id="guide"
          name={words.guide}
          isDisabled={isFixed}
          footer={{ ...names, isNextDisabled: !isReady.guide }}
        >
          <GuideStep {...step} />
        </WizardStep>
        <WizardStep
          id="profile"
          name={words.profile}
          isDisabled={isFixed || !isReady.guide}
          footer={{ ...names, isNextDisabled: !isReady.profile }}
        >
          <ProfileStep {...step} />
        </WizardStep>
        <WizardStep
          id="details"
          name={words.details}
          isDisabled={isFixed || !isReady.profile}
          footer={{ ...names, isNextDisabled: !isReady.details }}
        >
          <DetailsStep {...step} />
        </WizardStep>
        <WizardStep
          id="systems"
          name={words.systems}
          isDisabled={isFixed || !isReady.details}
          footer={<SystemsFooter />}
        >
          <SystemsStep {...step} />
        </WizardStep>
        <WizardStep
          id="tailoring"
          name={words.tailoring}
          isDisabled={isFixed || !isReady.details}
          footer={{ ...names, isNextDisabled: !isReady.tailoring }}
        >
          <TailoringStep {...step} />
        </WizardStep>
        <WizardStep
          id="review"
          name={words.review}
          isDisabled={!isReady.details || !isReady.tailoring}
          footer={{
            ...names,
            nextButtonText: made === undefined ? words.create : words.resume,
            isNextDisabled: isBusy || progress.isOver,
            isBackDisabled: isFixed,
          }}
        >
          {policy && <Review policy={policy} progress={progress} made={made} />}
        </WizardStep>
      </Wizard>
    </ConsolePage>
  );
}

/** Opens the step in the address if the previous ones are complete. */
function StepOfAddress(): ReactNode {
  const { step = FIRST_STEP } = useParams();
  const { activeStep, steps, goToStepById } = useWizardContext();
  const navigate = useNavigate();
  const isOpen = activeStep.id === step;
  const isReachable = steps.some(({ id, isDisabled, isVisited }) => id === step && !isDisabled && isVisited);
  useEffect(() => {
    if (isOpen) return;
    if (isReachable || step === FIRST_STEP) goToStepById(step);
    else void navigate(HERE, { replace: true });
    // Other choices do not change the step.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [step]);
  return null;
}

function useChoice(draft: Draft): Choice {
  const guides = useFetched([GUIDES, 'choice'], (signal) =>
    wholeList<SecurityGuideRecord>(GUIDES, { sort_by: 'title,version:desc' }, signal),
  );
  const profilesPath = getProfiles(draft);
  const profiles = useFetched([profilesPath, 'choice'], (signal) =>
    draft.guideId === '' ? Promise.resolve([]) : wholeList<ProfileRecord>(profilesPath, { sort_by: 'title' }, signal),
  );
  const profile = profiles.data?.find(({ id }) => id === draft.profileId);
  return {
    guides,
    guide: guides.data?.find(({ id }) => id === draft.guideId),
    profiles,
    profile,
    registered: useSupportedMinors(draft.guideId, profile?.ref_id),
  };
}

const getProfiles = ({ guideId }: Draft): string => `${GUIDES}/${guideId}/profiles`;

/** Steps whose requirements are met. */
function getReadiness(draft: Draft, { profile }: Choice): { profile: boolean; details: boolean; tailoring: boolean } {
  const isChosen = profile !== undefined;
  const hasDetails = draft.title.trim() !== '' && isThreshold(draft.threshold);
  return { profile: isChosen, details: isChosen && hasDetails, tailoring: !hasWrongValue(draft.tailoring) };
}

function GuideStep({ draft, choice, change }: StepProps): ReactNode {
  return (
    <Loaded query={choice.guides}>
      {(all) => (
        <Choices
          label={words.guide}
          choices={all.map(({ id, title, version, os_major_version: major }) => ({
            id,
            title,
            description: `${texts.version} ${version}, ${texts.osMajor} ${major}`,
          }))}
          chosen={draft.guideId}
          choose={(guideId) => change({ guideId, profileId: '', ...UNCHOSEN })}
          empty={
            <EmptyPart
              {...words.noGuides}
              action={<LinkButton to="/compliance/guides">{texts.sections.guides}</LinkButton>}
            />
          }
        />
      )}
    </Loaded>
  );
}

function ProfileStep({ draft, choice: { profiles }, change }: StepProps): ReactNode {
  return (
    <Loaded query={profiles}>
      {(all) => (
        <Choices
          label={words.profile}
          choices={all}
          chosen={draft.profileId}
          choose={(profileId) => change({ profileId, title: titleFor(draft, all, profileId), ...UNCHOSEN })}
          empty={<EmptyPart title={texts.guides.noProfiles.title} />}
        />
      )}
    </Loaded>
  );
}

function DetailsStep({ draft, change }: StepProps): ReactNode {
  return (
    <div className="wizard-form">
      <TextField
        label={words.policyTitle}
        value={draft.title}
        change={(title) => change({ title })}
        help={words.titleHelp}
        isRequired
      />
      <TextField
        label={texts.threshold}
        value={draft.threshold}
        change={(threshold) => change({ threshold })}
        help={words.thresholdHelp}
        problem={isThreshold(draft.threshold) ? undefined : texts.thresholdProblem}
        isRequired
      />
      <TextField label={texts.objective} value={draft.objective} change={(objective) => change({ objective })} />
    </div>
  );
}

/**
 * With the permission for guides, minor versions of the selected systems are registered; otherwise only systems with
 * registered ones are offered.
 */
function SystemsStep({ draft, choice: { guide, registered }, change }: StepProps): ReactNode {
  const mayRegister = useMay('compliance:content:write');
  if (!guide || !registered) return null;
  if (!mayRegister && registered.length === 0) return <EmptyPart {...words.notSupported} />;
  return (
    <SystemChooser
      osMajor={guide.os_major_version}
      osMinors={mayRegister ? undefined : registered}
      chosen={draft.systems}
      choose={(systems) => change({ systems })}
    />
  );
}

/** Offers the review beside the next step, as most policies keep the rules of their profile. */
function SystemsFooter(): ReactNode {
  const { goToNextStep, goToPrevStep, goToStepById, close } = useWizardContext();
  const navigate = useNavigate();
  const buttons = [
    <Button variant="secondary" onClick={() => void goToPrevStep()}>
      {words.back}
    </Button>,
    <Button onClick={() => void goToNextStep()}>{words.next}</Button>,
    <Button
      variant="secondary"
      onClick={() => {
        goToStepById('review');
        void navigate(`${HERE}/review`);
      }}
    >
      {words.toReview}
    </Button>,
  ];
  return (
    <WizardFooterWrapper>
      <ActionList>
        <ActionListGroup>
          {buttons.map((button, at) => (
            <ActionListItem key={at}>{button}</ActionListItem>
          ))}
        </ActionListGroup>
        <ActionListGroup>
          <ActionListItem>
            <Button variant="link" onClick={close}>
              {partTexts.cancel}
            </Button>
          </ActionListItem>
        </ActionListGroup>
      </ActionList>
    </WizardFooterWrapper>
  );
}

interface ChoicesProps {
  label: string;
  choices: readonly { id: string; title: string; description: string }[];
  chosen: string;
  choose: (id: string) => void;
  empty: ReactNode;
}

function Choices({ label, choices, chosen, choose, empty }: ChoicesProps): ReactNode {
  if (choices.length === 0) return empty;
  return (
    <div role="radiogroup" aria-label={label} className="choices">
      {choices.map(({ id, title, description }) => (
        <Radio
          key={id}
          id={`choice-${id}`}
          name={label}
          label={title}
          description={<span className="clamped">{description}</span>}
          isChecked={id === chosen}
          onChange={() => choose(id)}
        />
      ))}
    </div>
  );
}
